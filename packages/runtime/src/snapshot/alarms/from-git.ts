import type { TreeState } from "@writ/contracts";
import { openFileAlarms, openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../../workspace/types.ts";
import { broughtBetween } from "../git/brought.ts";
import { fetchedSince } from "../git/fetched.ts";
import { movedBetween } from "../git/moved.ts";
import { carryOn, isTrusted } from "../git/others.ts";
import { runGit } from "../git/run-git.ts";
import { type Clock, startClock } from "../look/clock.ts";
import { pieces } from "../look/parse-status.ts";
import { toText } from "../look/path-bytes.ts";
import { type Scanned, scan } from "../look/scan.ts";
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

/** The paths among these that are as in the last commit. */
async function asCommitted(root: string, paths: readonly string[], scanned: Scanned, clock: Clock): Promise<string[]> {
  const args = ["ls-tree", "-r", "-z", "--name-only", "HEAD"];
  const tracked = new Set(pieces((await runGit(root, args, clock)) ?? Buffer.alloc(0)).map(toText));
  // The sidecar is not among the files of a look.
  const dirty = new Set([...scanned.own, ...scanned.tree.files.keys()]);
  return paths.filter((path) => tracked.has(path) && !dirty.has(path));
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
  const clean = await asCommitted(root, paths, scanned, clock);
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
