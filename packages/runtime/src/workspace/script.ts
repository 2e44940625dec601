import { isAbsolute, join } from "node:path";
import type { ChangedRun, FileFact } from "@writ/contracts";
import { filesBehind } from "./entries.ts";
import { contentOf, readBytes } from "./files.ts";
import { looseText } from "./loose-text.ts";
import type { Made } from "./made.ts";
import type { Written } from "./written.ts";

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

/** What is needed to read a script. */
export interface Reading {
  readonly root: string;
  readonly made: Made;
  readonly look: (given: string) => Promise<FileFact>;
}

/** Reads a script as it is now, or as it will be moved to its place. */
export async function readScript(path: string, { root, made, look }: Reading): Promise<Script> {
  const there = await look(path);
  const from = made.movedFrom(there);
  const isMade = from === undefined && made.has(there);
  const fact = from === undefined ? there : await look(from);
  const bytes = fact.kind === "file" && fact.place !== "refused" ? readBytes(rooted(root, fact.path)) : null;
  const content = bytes === null ? { hash: null, text: null, size: 0 } : contentOf(bytes);
  const text = content.text ?? (bytes === null ? null : looseText(bytes));
  return { fact, hash: content.hash, text, size: content.size, ...(isMade && { made: true }) };
}

/** What is run by the name of a folder, or by a name without its ending: what is there, and what the command puts there. */
export async function scriptsBehind({ fact, hash, made: isMade }: Script, reading: Reading): Promise<Script[]> {
  if (hash !== null || (isMade === true && fact.kind !== "directory")) return [];
  const { root, made } = reading;
  const put = fact.kind === "directory" ? [...made.paths].filter((path) => isBeneath(path, fact.path)) : [];
  const paths = [...filesBehind(fact, rooted(root, fact.path)), ...put.map((path) => rooted(root, path))];
  const found = await Promise.all([...new Set(paths)].map((path) => readScript(path, reading)));
  return found.filter(isThere);
}

const isThere = ({ hash, made, fact }: Script): boolean =>
  fact.kind !== "directory" && (hash !== null || made === true);

/** Whether a real path lies in a folder. */
export const isBeneath = (path: string, folder: string): boolean =>
  folder === "." ? !isAbsolute(path) : path.startsWith(`${folder}/`);

/** A real path as a whole one. */
export const rooted = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path));

/** Why a person is asked before a script runs, if they are. */
export function changedScript({ fact, hash, size, made }: Script, { own, others }: Written): ChangedRun[] {
  const name = fact.path;
  if (made === true) return [{ name, why: "made", hash: null }];
  if (hash === null) return [{ name, why: fact.kind === "absent" ? "absent" : "unreadable", hash }];
  if (fact.place === "scratch") return [{ name, why: "scratch", hash }];
  const isIn = (marks: Written["own"]): boolean =>
    marks.has(name) || (fact.entry !== undefined && marks.has(fact.entry)) || (size > 0 && marks.hashes.has(hash));
  if (isIn(own)) return [{ name, why: "written", hash }];
  return isIn(others) ? [{ name, why: "earlier", hash }] : [];
}

/** Whether a session wrote it, or the command makes it before it runs. */
export const isWritten = (script: Script, written: Written): boolean =>
  changedScript(script, written).some(({ why }) => why === "written" || why === "earlier" || why === "made");
