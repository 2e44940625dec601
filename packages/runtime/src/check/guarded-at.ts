import { posix } from "node:path";
import type { Hook } from "@writ/contracts";
import { guardedBy } from "../declared/guarded.ts";
import { hooksFolder, isHookFileName, largestFile } from "../declared/hook-files.ts";
import { parseHookFile } from "../declared/read-hook-file.ts";
import { type Git, listTree, readObjects } from "./git.ts";
import { entriesAt } from "./tree-ahead.ts";

/** A link that leads to a link, and so on: nobody needs more. */
const mostLinks = 8;

/** The handlers that the hooks of a commit name, as the guard protects them before a tool runs. */
export async function handlersAt(git: Git, root: string, revision: string): Promise<string[]> {
  const files = (await listTree(git, revision, [hooksFolder])).filter(
    ({ path, mode }) => mode.startsWith("100") && isHookFileName(posix.relative(hooksFolder, path)),
  );
  if (files.length === 0) return [];
  const objects = await readObjects(
    git,
    files.map(({ object }) => object),
  );
  const hooks: Hook[] = [];
  for (const { path, object } of files) {
    const bytes = objects.get(object);
    if (bytes === undefined || bytes.length > largestFile) continue;
    const { hook } = await parseHookFile(path, () => bytes);
    if (hook !== null) hooks.push(hook);
  }
  return guardedBy(root, hooks, await realNamesAt(git, revision));
}

/** What a name really is in a commit, through links. */
async function realNamesAt(git: Git, revision: string): Promise<(name: string) => string | null> {
  const entries = await entriesAt(git, revision);
  const links = [...entries.values()].filter(({ mode }) => mode === "120000");
  const targets = await readObjects(
    git,
    links.map(({ object }) => object),
  );
  return (given) => {
    let name = given;
    for (let at = 0; at < mostLinks; at += 1) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      if (entry.mode !== "120000") return name;
      name = posix.join(posix.dirname(name), targets.get(entry.object)?.toString() ?? "");
    }
    return null;
  };
}
