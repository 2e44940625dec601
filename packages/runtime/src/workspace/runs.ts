import { isAbsolute, join } from "node:path";
import type { Call, ChangedRun, FileFact, Session } from "@writ/contracts";
import { type Defined, definedFor, scriptsOf } from "./defined.ts";
import { contentOf, readBytes } from "./files.ts";
import { looseText } from "./loose-text.ts";
import { type Made, madeBy } from "./made.ts";
import type { Workspace } from "./types.ts";
import { type Written, writtenAround } from "./written.ts";

/** A file that a command runs as a script, and what is in it. */
export interface Script {
  readonly fact: FileFact;
  readonly hash: string | null;
  /** `null` where it is not text, or is not there. */
  readonly text: string | null;
  readonly size: number;
  /** The same command line makes or changes it before it runs, so that it may hold anything by then. */
  readonly made?: true;
}

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
  const { scripts: given = [], loads = [], runners = [], unplaced = [], patterns = [] } = call.command ?? {};
  const nothing = [given, loads, runners, unplaced, patterns].every((list) => list.length === 0);
  if (nothing) return { scripts: [], defined: [], changed: [], unplaced: [], written: [] };
  const written = await writtenAround(workspace, session);
  const made = madeBy(running);
  const scripts = new Map<string, Script>();
  const add = (script: Script): unknown => scripts.set(script.fact.given, script);
  for (const path of given.slice(0, mostScripts)) add(await readScript(workspace, path, made, look));
  for (const path of loads) {
    const script = await readScript(workspace, path, made, look);
    if (script.hash !== null || script.made === true) add(script);
  }
  // A script that a runner starts counts only where a session wrote it: what else it does is what it always did.
  for (const path of await scriptsOf(workspace, runners, running)) {
    const script = await readScript(workspace, path, made, look);
    const [found] = changedScript(script, written);
    if (found?.why === "written" || found?.why === "earlier" || found?.why === "made") add(script);
  }
  const all = [...scripts.values()];
  const defined = await Promise.all(runners.map((runner) => definedFor(workspace, runner, { written, made, running })));
  return {
    scripts: all,
    defined: defined.flat(),
    changed: [
      ...all.flatMap((script) => changedScript(script, written)),
      ...defined.flat().map(({ name, runner, why, hash }): ChangedRun => ({ name, runner, why, hash })),
    ].filter(({ name, hash }) => !written.isKnown(name, hash)),
    unplaced: [...unplaced, ...(given.length > mostScripts ? ["more scripts than are looked at"] : [])],
    written: written.all,
  };
}

/** The file a fact is about. */
const fileOf = ({ root }: Workspace, { path }: FileFact): string => (isAbsolute(path) ? path : join(root, path));

async function readScript(workspace: Workspace, path: string, made: Made, look: Running["look"]): Promise<Script> {
  const there = await look(path);
  const from = made.movedFrom(there);
  const isMade = from === undefined && made.has(there);
  const fact = from === undefined ? there : await look(from);
  const bytes = fact.kind === "file" && fact.place !== "refused" ? readBytes(fileOf(workspace, fact)) : null;
  const content = bytes === null ? { hash: null, text: null, size: 0 } : contentOf(bytes);
  const text = content.text ?? (bytes === null ? null : looseText(bytes));
  return { fact, hash: content.hash, text, size: content.size, ...(isMade && { made: true }) };
}

function changedScript({ fact, hash, size, made }: Script, { own, others }: Written): ChangedRun[] {
  const name = fact.path;
  if (made === true) return [{ name, why: "made", hash: null }];
  if (hash === null) return [{ name, why: fact.kind === "absent" ? "absent" : "unreadable", hash }];
  if (fact.place === "scratch") return [{ name, why: "scratch", hash }];
  const isIn = ({ paths, hashes }: Written["own"]): boolean =>
    paths.has(name) || (fact.entry !== undefined && paths.has(fact.entry)) || (size > 0 && hashes.has(hash));
  if (isIn(own)) return [{ name, why: "written", hash }];
  return isIn(others) ? [{ name, why: "earlier", hash }] : [];
}
