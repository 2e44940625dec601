import { isAbsolute, join } from "node:path";
import type { Call, ChangedRun, FileFact, Session } from "@writ/contracts";
import { definitionsOf, partsIn, partsUsed } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { contentOf, readBytes } from "./files.ts";
import type { Workspace } from "./types.ts";
import { type Written, writtenBy } from "./written.ts";

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

/** A part of what defines a runner, as it is now. */
interface Defined {
  readonly name: string;
  readonly runner: string;
  readonly hash: string;
  readonly text: string;
}

/** What a command runs, as far as an answer depends on it. */
export interface Runs {
  readonly scripts: readonly Script[];
  /** What defines its runners and was written by the session, agreed to or not. */
  readonly defined: readonly Defined[];
  /** What nobody has agreed to. */
  readonly changed: readonly ChangedRun[];
}

type Look = (given: string) => Promise<FileFact>;

/** More scripts in one command nobody could look at. */
const mostScripts = 64;

/** Reads what a command runs: its scripts, and what defines its runners. */
export async function runsOf(workspace: Workspace, call: Call, session: Session, look: Look): Promise<Runs> {
  const { scripts: given = [], runners = [] } = call.command ?? {};
  if (given.length === 0 && runners.length === 0) return { scripts: [], defined: [], changed: [] };
  const written = await writtenBy(workspace, session);
  const scripts: Script[] = [];
  for (const path of given.slice(0, mostScripts)) {
    const moved = call.effects.find((effect) => effect.op === "rename" && effect.path === path)?.from;
    const made = moved === undefined && call.effects.some((effect) => effect.op !== "exec" && effect.path === path);
    scripts.push({ ...readScript(workspace, await look(moved ?? path)), ...(made && { made: true }) });
  }
  const defined = runners.flatMap((runner) => definedFor(workspace, runner, written));
  const known = session.known ?? {};
  const isKnown = (name: string, hash: string | null): boolean => Object.hasOwn(known, name) && known[name] === hash;
  return {
    scripts,
    defined,
    changed: [
      ...scripts.flatMap((script) => changedScript(script, written)).filter(({ name, hash }) => !isKnown(name, hash)),
      ...defined
        .filter(({ name, hash }) => !isKnown(name, hash))
        .map(({ name, runner, hash }): ChangedRun => ({ name, runner, why: "written", hash })),
    ],
  };
}

/** The file a fact is about. */
const fileOf = ({ root }: Workspace, { path }: FileFact): string => (isAbsolute(path) ? path : join(root, path));

function readScript(workspace: Workspace, fact: FileFact): Script {
  const bytes = fact.kind === "file" && fact.place !== "refused" ? readBytes(fileOf(workspace, fact)) : null;
  if (bytes === null) return { fact, hash: null, text: null, size: 0 };
  const { hash, text, size } = contentOf(bytes);
  return { fact, hash, text, size };
}

function changedScript({ fact, hash }: Script, { paths, hashes }: Written): ChangedRun[] {
  const name = fact.path;
  if (hash === null) return [{ name, why: "unreadable", hash }];
  if (fact.place === "scratch") return [{ name, why: "scratch", hash }];
  const isWritten = paths.has(name) || (fact.entry !== undefined && paths.has(fact.entry)) || hashes.has(hash);
  return isWritten ? [{ name, why: "written", hash }] : [];
}

/** The parts of written files that say what a runner does. */
function definedFor(workspace: Workspace, runner: string, { paths }: Written): Defined[] {
  const found: Defined[] = [];
  for (const { files, part } of definitionsOf(runner)) {
    for (const path of [...paths].filter((one) => files.some((file) => one === file || one.endsWith(`/${file}`)))) {
      const bytes = readBytes(join(workspace.root, path));
      if (bytes === null) continue;
      const parts = partsIn(new TextDecoder().decode(bytes), part);
      for (const name of partsUsed(runner, parts)) {
        const text = parts[name] ?? "";
        found.push({ name: name === "" ? path : `${path}#${name}`, runner, hash: sha256(text), text });
      }
    }
  }
  return found;
}
