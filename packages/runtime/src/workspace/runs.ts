import type { Call, ChangedRun, FileFact, Session } from "@writ/contracts";
import { type Defined, definedFor, scriptsOf } from "./defined.ts";
import { givenScripts } from "./given.ts";
import { madeBy } from "./made.ts";
import { changedScript, type Reading, readScript, type Script, scriptsBehind } from "./script.ts";
import type { Taken } from "./taken.ts";
import type { Workspace } from "./types.ts";
import { type Written, writtenAround } from "./written.ts";

/** What a command runs, as far as an answer depends on it. */
export interface Runs {
  readonly scripts: readonly Script[];
  /** What defines its runners and was written by a session or by the command itself, agreed to or not. */
  readonly defined: readonly Defined[];
  /** What nobody has agreed to. */
  readonly changed: readonly ChangedRun[];
  /** What it runs and nobody could look at, in words for a person. */
  readonly unplaced: readonly string[];
  /** Everything sessions of this working copy wrote, where an answer must depend on all of it. */
  readonly written: Written["all"];
  /** What its commands take by themselves. */
  readonly taken?: Taken;
}

/** What is known of the call whose runs are read. */
export interface Running {
  readonly call: Call;
  readonly session: Session;
  readonly cwd: string;
  readonly files: Readonly<Record<string, FileFact>>;
  readonly look: (given: string) => Promise<FileFact>;
}

/** More scripts in one command nobody could look at. */
const mostScripts = 64;

/** Reads what a command runs: its scripts, and what defines its runners. */
export async function runsOf(workspace: Workspace, running: Running): Promise<Runs> {
  const { call, session, look } = running;
  const { scripts: given = [], loads = [], searched = [], fed = [], tools = [] } = call.command ?? {};
  const { runners = [], unplaced = [], patterns = [] } = call.command ?? {};
  const nothing = [given, loads, searched, fed, tools, runners, unplaced, patterns].every((list) => list.length === 0);
  if (nothing) return { scripts: [], defined: [], changed: [], unplaced: [], written: [] };
  // A tool that is told to load a file that is not there loads nothing.
  const isKnownRun = call.command?.class === "runs";
  const written = await writtenAround(workspace, session);
  const made = madeBy(running);
  const reading: Reading = { root: workspace.root, made, look };
  const scripts = new Map<string, Script>();
  const add = (script: Script): unknown => scripts.set(`${script.fact.path}\0${script.fact.entry ?? ""}`, script);
  const open = [...unplaced, ...(given.length > mostScripts ? ["more scripts than are looked at"] : [])];
  for (const path of given.slice(0, mostScripts)) {
    const script = await readScript(path, reading);
    const behind = await scriptsBehind(script, reading);
    for (const one of behind.length > 0 ? behind : [script]) add(one);
    if (script.fact.kind === "directory" && behind.length === 0) open.push(`what is in ${script.fact.path}`);
  }
  for (const path of loads) {
    const script = await readScript(path, reading);
    if (script.fact.kind !== "directory" && (script.hash !== null || script.made === true)) add(script);
    for (const one of await scriptsBehind(script, reading)) add(one);
  }
  if (searched.length > 0)
    for (const script of await (await import("./shadows.ts")).shadowsIn(searched, reading)) add(script);
  const started = await scriptsOf(workspace, runners, running);
  for (const script of await givenScripts(workspace, running, reading, { written, started })) add(script);
  const all = [...scripts.values()];
  const lines = [...new Set([...runners, ...started.linters])];
  const defined = await Promise.all(lines.map((runner) => definedFor(workspace, runner, { written, made, running })));
  return {
    scripts: all,
    defined: defined.flat(),
    changed: [
      ...all.flatMap((script) => changedScript(script, written)),
      ...defined.flat().map(({ name, runner, why, hash }): ChangedRun => ({ name, runner, why, hash })),
    ].filter(({ name, hash, why }) => !written.isKnown(name, hash) && !(isKnownRun && why === "absent")),
    unplaced: open,
    written: written.all,
  };
}
