import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { TreeState } from "@writ/contracts";
import { crypto, openFileAlarms, openFileSnapshots, readPlainFile } from "@writ/stores";
import type { Workspace } from "../../workspace/types.ts";
import { broughtBetween } from "../git/brought.ts";
import { fetchedSince } from "../git/fetched.ts";
import { movedBetween } from "../git/moved.ts";
import { carryOn, isTrusted } from "../git/others.ts";
import { runGit } from "../git/run-git.ts";
import { type Clock, startClock } from "../look/clock.ts";
import { pieces } from "../look/parse-status.ts";
import { toText } from "../look/path-bytes.ts";
import { scan } from "../look/scan.ts";
import { hasJobs } from "../strays/background.ts";

/** What git says of guarded files that differ from the accepted state. */
export interface FromGit {
  /** As another commit has them, which was known before any call could make it: another branch, or a pull. */
  brought: ReadonlySet<string>;
  /** As the commit has them that the work tree stood at all along: changes to them were stashed or discarded. */
  discarded: ReadonlySet<string>;
}

const nothing: FromGit = { brought: new Set(), discarded: new Set() };

/** Whether the content a commit has was there before, and not committed by a call that left the file otherwise. */
function isKnown({ made = [], recorded = [] }: TreeState, head: string, path: string): boolean {
  if (!made.includes(head)) return true;
  const ended = recorded.findLast(({ commit }) => commit === head);
  return ended !== undefined && !ended.except.includes(path);
}

/** The bytes git would keep of a name: those of a file, or where a link points. */
function bytesToKeep(file: string): Uint8Array | null {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) return readlinkSync(file, { encoding: "buffer" });
  const bytes = readPlainFile(file);
  return bytes instanceof Uint8Array ? bytes : null;
}

/** The id git gives to content; the length of an id tells which hash the repository uses. */
const idOf = (bytes: Uint8Array, length: number): string =>
  crypto()
    .createHash(length === 40 ? "sha1" : "sha256")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");

/** Whether a file has the content a commit keeps for it, with the line ends of this system or without. */
function isContent(file: string, id: string): boolean {
  const bytes = bytesToKeep(file);
  if (bytes === null) return false;
  const withoutReturns = Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return idOf(bytes, id.length) === id || idOf(withoutReturns, id.length) === id;
}

/**
 * The paths among these that are as in the last commit. The bytes are compared: what git says of a file depends on
 * marks in its index (`--assume-unchanged`) and on filters, which a session's program may set.
 */
async function asCommitted(root: string, paths: readonly string[], clock: Clock): Promise<string[]> {
  const listed = pieces((await runGit(root, ["ls-tree", "-r", "-z", "HEAD"], clock)) ?? Buffer.alloc(0)).map(toText);
  const ids = new Map<string, string>();
  for (const line of listed) {
    const found = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line);
    if (found?.[1] !== undefined && found[2] !== undefined) ids.set(found[2], found[1]);
  }
  return paths.filter((path) => {
    const id = ids.get(path);
    return id !== undefined && isContent(join(root, path), id);
  });
}

/** Compares the work tree with the last look. */
async function compareWithLast(workspace: Workspace, paths: readonly string[]): Promise<FromGit> {
  const { root } = workspace;
  const store = openFileSnapshots(workspace.paths.state);
  const last = await store.readLast();
  const clock = startClock();
  const scanned = await scan(root, { earlier: last, clock, copies: store });
  const { head } = scanned.tree;
  if (scanned.tree.source !== "git" || head === null) return nothing;
  const clean = await asCommitted(root, paths, clock);
  if (last === null) {
    const { looked } = await openFileAlarms(workspace.paths.state).read();
    // No call ran yet that could have made a commit, unless the look before it was taken away.
    return looked === true ? nothing : { brought: new Set(clean), discarded: new Set() };
  }
  if (last.source !== "git") return nothing;
  const moved = (await movedBetween(root, last.head, head, clock)) ?? new Map();
  // What was fetched while no call ran, a user fetched.
  const isIdle = !(await hasJobs(workspace)) && (await workspace.sessions.listPending()).length === 0;
  const fetched = isIdle ? fetchedSince(root, last, scanned) : new Set<string>();
  const now = carryOn(last, scanned.tree, (mark) => fetched.has(mark));
  const trusted = [...fetched].filter(isTrusted(now));
  const before = { ...last, tips: [...(last.tips ?? []), ...trusted] };
  const brought = await broughtBetween(root, before, { head, moved, fetched: new Set() }, clock);
  return {
    brought: new Set(clean.filter((path) => brought.has(path))),
    discarded: new Set(clean.filter((path) => !moved.has(path) && head === last.head && isKnown(last, head, path))),
  };
}

/** What git says of these paths; nothing where git cannot tell. */
export const fromGit = (workspace: Workspace, paths: readonly string[]): Promise<FromGit> =>
  compareWithLast(workspace, paths).catch(() => nothing);
