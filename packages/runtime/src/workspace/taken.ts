import { join, resolve } from "node:path";
import type { AskedLine } from "@writ/contracts";
import { startedBy } from "@writ/engine";
import { sha256 } from "../hash.ts";
import type { DefinitionFile } from "./definition-files.ts";
import { madeBy } from "./made.ts";
import type { Running } from "./runs.ts";
import type { Script } from "./script.ts";
import { type Line, openTaking } from "./taking.ts";
import type { Workspace } from "./types.ts";

/** What the commands of a line take by themselves, without a word of theirs that names it. */
export interface Taken {
  /** What says what they do. */
  readonly says: readonly DefinitionFile[];
  /** What those start, as far as their text tells. */
  readonly scripts: readonly Script[];
  /** Installed tools, and programs of the machine that are scripts. */
  readonly tools: readonly (readonly [name: string, hash: string])[];
  /** Programs of which nobody knows what they take. */
  readonly unknown: readonly string[];
  readonly unplaced: readonly string[];
}

/** What an answer depends on of it. */
export const takenContent = ({ says, scripts, tools }: Taken): [name: string, hash: string][] => [
  ...says.map(({ name, text }): [string, string] => [name, sha256(text)]),
  ...scripts.map(({ fact, hash }): [string, string] => [fact.path, hash ?? ""]),
  ...tools.map(([name, hash]): [string, string] => [name, hash]),
];

/** More commands that start commands are not followed. */
const mostLines = 64;

/** Finds what a person who is asked about a command agrees to beside its words. */
export async function takenBy({ root }: Workspace, running: Running): Promise<Taken> {
  const { call, cwd, look } = running;
  const { asked = [], trees = [], tools = [] } = call.command ?? {};
  if (asked.length === 0) return { says: [], scripts: [], tools: [], unknown: [], unplaced: [] };
  const taking = openTaking({ root, made: madeBy(running), look });
  for (const tool of tools) await taking.addTool(tool, cwd);
  // `make -C sub`, `npm --prefix sub`: a folder it is given may be where it works.
  const given = await foldersAmong(trees, root, look);
  const todo = asked.map(({ dir, ...line }): Line => ({ ...line, at: [resolve(cwd, dir), ...given] }));
  const { analyse } = await import("./shell.ts");
  const seen = new Set<string>();
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const key = `${next.line}\0${next.at[0]}`;
    if (seen.has(key)) continue;
    if (seen.add(key).size > mostLines) {
      taking.unplaced.add("more commands than are looked at");
      break;
    }
    for (const file of await taking.addLine(next)) {
      const folder = join(root, file.folder);
      const { lines, includes } = startedBy(next.line, file.base, file.whole);
      for (const include of includes) await taking.addInclude(join(folder, include), file);
      for (const started of lines) {
        const analysis = analyse(started, { runners: [], cwd: folder, root });
        await taking.addStarted(analysis, folder);
        const ran = (analysis.runners ?? []).map((line): AskedLine => ({ line, dir: "" }));
        const inner = [...(analysis.asked ?? []), ...ran];
        todo.push(...inner.map(({ line, dir }): Line => ({ line, at: [resolve(folder, dir)] })));
      }
    }
  }
  return taking.taken();
}

async function foldersAmong(trees: readonly string[], root: string, look: Running["look"]): Promise<string[]> {
  const facts = await Promise.all(trees.map(look));
  const inside = facts.filter(({ kind, place }) => kind === "directory" && place === "workspace");
  return inside.map(({ path }) => join(root, path));
}
