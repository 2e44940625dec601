import { realpathSync } from "node:fs";
import { posix, relative, sep } from "node:path";
import { tierOf } from "@writ/engine";
import { inside, namesIn, refused } from "./inside.ts";
import { obstacleOn } from "./obstacle.ts";

/** Closed to agents, open to what hooks write down. */
const own = /^\.system\/(?:logs|cache)\/(.+)$/;

/**
 * Where a file is that a handler wants to change. What is written often comes from an agent, so it must not reach what
 * an agent may not write: no link is followed, and nothing protected, sensitive or part of a handler is changed.
 */
export async function writable(root: string, path: string): Promise<string> {
  const real = realpathSync.native(root);
  // Says what is wrong with a path that leads out.
  const file = inside(root, path);
  const shown = relative(real, file).split(sep).join("/");
  if (shown === "") throw refused(path, "it is the repository itself");
  const obstacle = obstacleOn(real, namesIn(root, real, path));
  if (obstacle !== null) throw refused(path, `${obstacle.path} ${obstacle.reason}`);
  const inOwn = own.exec(shown)?.[1];
  const tier = tierOf(inOwn ?? shown);
  if (tier === "protected") throw refused(path, "it is one of the files that decide what is allowed here");
  if (tier === "sensitive") throw refused(path, "a person is asked before such a file is changed");
  if (inOwn === undefined && (await isHandler(real, shown))) throw refused(path, "it is part of a hook");
  return file;
}

/** Hardly ever asked, since most is written to places of Writ's own: only then the hooks are read. */
async function isHandler(root: string, shown: string): Promise<boolean> {
  const [{ discover }, { lookAtHookFiles }, { handlerNames }] = await Promise.all([
    import("../discover.ts"),
    import("../hook-files.ts"),
    import("../handler-files.ts"),
  ]);
  const { hooks } = await discover(lookAtHookFiles(root, null));
  return hooks
    .flatMap((hook) => handlerNames(root, hook))
    .some((name) => {
      const folder = posix.dirname(name);
      return shown === name || (posix.basename(folder) === "hooks" && shown.startsWith(`${folder}/`));
    });
}
