import { scriptsOf } from "./defined.ts";
import type { Running } from "./runs.ts";
import { isBeneath, isWritten, type Reading, readScript, rooted, type Script, scriptsBehind } from "./script.ts";
import { nearestTool } from "./tools.ts";
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
  { call, cwd, ...running }: Running,
  reading: Reading,
  written: Written,
): Promise<Script[]> {
  const { fed = [], tools = [], runners = [] } = call.command ?? {};
  const started = await scriptsOf(workspace, runners, { call, cwd, ...running });
  const sought = [...tools, ...started.tools];
  const found: Script[] = [];
  const add = (scripts: readonly Script[]) => found.push(...scripts.filter((one) => isWritten(one, written)));
  const read = (path: string) => readScript(rooted(workspace.root, path), reading);
  for (const path of started.scripts) add(await withBehind(path, reading));
  for (const path of sought.flatMap((one) => nearestTool(one, cwd) ?? [])) {
    const tool = await read(path);
    // Above a workspace that lies there, anybody can put one.
    if (tool.fact.place === "scratch") found.push(tool);
    else add([tool]);
  }
  // A tool is more than the file it begins with.
  if (sought.length > 0) {
    const inPackages = writtenWhere(written, (path) => /(^|\/)node_modules\//.test(path));
    add(await Promise.all(inPackages.map(read)));
  }
  for (const path of fed) {
    const scripts = await withBehind(path, reading);
    const [{ fact }] = scripts;
    add(scripts);
    if (fact.kind === "directory")
      add(await Promise.all(writtenWhere(written, (one) => isBeneath(one, fact.path)).map(read)));
  }
  return found;
}

async function withBehind(path: string, reading: Reading): Promise<[Script, ...Script[]]> {
  const script = await readScript(path, reading);
  return [script, ...(await scriptsBehind(script, reading))];
}

const writtenWhere = ({ own, others }: Written, isThere: (path: string) => boolean): string[] =>
  [...new Set([...own.paths, ...others.paths])].filter(isThere).slice(0, most);
