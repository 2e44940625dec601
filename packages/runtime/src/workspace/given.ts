import type { StartedBy } from "./defined.ts";
import { packagePaths } from "./package-paths.ts";
import type { Running } from "./runs.ts";
import { isBeneath, isWritten, type Reading, readScript, rooted, type Script, scriptsBehind } from "./script.ts";
import { nearestToolWith } from "./tools.ts";
import type { Workspace } from "./types.ts";
import type { Written } from "./written.ts";

/** So many of the files a session wrote are looked at in one folder. */
const most = 64;

/**
 * Scripts that count only where a session wrote them, since else they are what they always were: what runners start,
 * the tools of the repository, and what a program is given that nobody sees through.
 */
export async function givenScripts(
  workspace: Workspace,
  { call, cwd }: Pick<Running, "call" | "cwd">,
  reading: Reading,
  { written, started }: { written: Written; started: StartedBy },
): Promise<Script[]> {
  const { fed = [], tools = [], runners = [] } = call.command ?? {};
  const sought = [...tools, ...started.tools];
  const found: Script[] = [];
  const add = (scripts: readonly Script[]) => found.push(...scripts.filter((one) => isWritten(one, written)));
  const read = (path: string) => readScript(rooted(workspace.root, path), reading);
  for (const path of started.scripts) add(await withBehind(path, reading));
  if (started.searched.length > 0) add(await (await import("./shadows.ts")).shadowsIn(started.searched, reading));
  const { made, look } = reading;
  const isPut = async (file: string): Promise<boolean> => made.paths.size > 0 && made.puts(await look(file));
  const nearest = await Promise.all(sought.map((one) => nearestToolWith(one, cwd, isPut)));
  for (const path of nearest.filter((one) => one !== null)) {
    const tool = await read(path);
    // Above a workspace that lies there, anybody can put one.
    if (tool.fact.place === "scratch") found.push(tool);
    else add([tool]);
  }
  // A tool is more than the file it begins with.
  const parts = packagePaths(workspace.root, { runners, seeksTools: sought.length > 0, made, written });
  add(await Promise.all(parts.map(read)));
  for (const path of fed) {
    const scripts = await withBehind(path, reading);
    const [{ fact }] = scripts;
    add(scripts);
    if (fact.kind === "directory") add(await Promise.all(writtenBeneath(written, fact.path).map(read)));
  }
  return found;
}

async function withBehind(path: string, reading: Reading): Promise<[Script, ...Script[]]> {
  const script = await readScript(path, reading);
  return [script, ...(await scriptsBehind(script, reading))];
}

const writtenBeneath = ({ own, others }: Written, folder: string): string[] =>
  [...new Set([...own.paths, ...others.paths])].filter((path) => isBeneath(path, folder)).slice(0, most);
