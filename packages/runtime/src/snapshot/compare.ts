import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileState, TreeChange, TreeState } from "@writ/contracts";
import { changesBetween, type Sides } from "@writ/engine";
import { broughtBetween } from "./git/brought.ts";
import { fetchedSince } from "./git/fetched.ts";
import { movedBetween } from "./git/moved.ts";
import { carryOn, withRecorded } from "./git/others.ts";
import { readBlobs, type Stored } from "./look/blobs.ts";
import type { Clock } from "./look/clock.ts";
import { withClosedModes } from "./look/git-mode.ts";
import { halfSeen } from "./look/half-seen.ts";
import { hiddenSince } from "./look/hidden.ts";
import { withoutOlder } from "./look/ignored-before.ts";
import { lookAt, reachOf } from "./look/look-at.ts";
import type { Blob } from "./look/parse-status.ts";
import { keeperOf } from "./look/repositories.ts";
import { isOwn, type Scanned } from "./look/scan.ts";

/** What is different between two looks. */
export interface Compared {
  changes: TreeChange[];
  /** What files that were as committed held before, by path. */
  stored: ReadonlyMap<string, Stored>;
  /** Paths that only came with another commit, which nobody wrote in between. */
  brought: ReadonlySet<string>;
  /** Why there may be more that is different; `null` when everything was looked at. */
  gap: string | null;
  /** The later look, with what is known of its commits since the earlier one. */
  tree: TreeState;
}

/** The side of a path in a look, where the look has one; a submodule that was as committed is no file of its own. */
const listedIn = (tree: TreeState, path: string): FileState | null | undefined =>
  tree.guarded.get(path) ?? (tree.files.has(path) ? (tree.files.get(path) ?? null) : undefined);

/** Compares two looks at a work tree, with what git has for what neither names. */
export async function compare(root: string, before: TreeState, scanned: Scanned, clock: Clock): Promise<Compared> {
  const { tree: after, heads } = scanned;
  const fetched = fetchedSince(root, before, scanned);
  const carried = carryOn(before, after, (mark) => fetched.has(mark));
  const cut = before.partial ?? after.partial ?? scanned.gap;
  if (before.source !== after.source) {
    const { sides, stored } = await halfSeen(root, before, after, clock);
    const changes = withClosedModes(withoutOlder(root, changesBetween(sides), before, after));
    const when = before.source === "git" ? "before it and not after it" : "after it and not before it";
    return { changes, stored, brought: new Set(), gap: cut ?? `git answered ${when}`, tree: carried };
  }
  const isGit = before.source === "git";
  const moved = (isGit ? await movedBetween(root, before.head, after.head, clock) : null) ?? new Map();
  // A commit may hold what Writ published with it.
  const theirs = [...moved.keys()].filter((path) => !isOwn(path));
  const guarded = new Set([...before.guarded.keys(), ...after.guarded.keys()]);
  const paths = new Set([...guarded, ...before.files.keys(), ...after.files.keys(), ...theirs]);
  const wanted = new Map<string, Blob>();
  for (const path of paths) {
    if (!isGit || guarded.has(path) || before.files.has(path)) continue;
    const blob = moved.has(path) ? moved.get(path)?.before : heads.get(path);
    if (blob !== null && blob !== undefined) wanted.set(path, blob);
  }
  const stored = await readBlobs(root, wanted, clock);
  const isReached = reachOf(root);
  // What belongs to a repository that came or went is not news of its own.
  const isUnmatched = (path: string) => {
    const keeper = keeperOf(path);
    return keeper !== null && [before, after].some(({ repositories }) => repositories?.[keeper] === undefined);
  };
  const sides: Sides[] = [];
  for (const path of paths) {
    clock.left();
    if (path.startsWith(".git/") || isUnmatched(path)) continue;
    const was = listedIn(before, path);
    const is = listedIn(after, path);
    const earlier = was === undefined && !guarded.has(path) ? (stored.get(path)?.state ?? null) : (was ?? null);
    const isAsCommitted = is === undefined && !guarded.has(path) && isGit;
    const later = isAsCommitted ? (isReached(path) ? lookAt(root, path) : null) : (is ?? null);
    // A clean submodule is no file that could be looked at.
    if (earlier?.kind === "repository" && isAsCommitted && existsSync(join(root, path, ".git"))) continue;
    sides.push({ path, before: earlier, after: later });
  }
  const listed = withoutOlder(root, changesBetween(sides), before, after);
  const hidden = hiddenSince(root, listed, before, after, scanned.ignored, clock);
  const changes = withClosedModes([...listed, ...hidden.created]);
  const gap = cut ?? hidden.gap;
  const known = await broughtBetween(root, before, { head: after.head, moved, fetched }, clock);
  const brought = changes
    .map(({ path }) => path)
    .filter((path) => known.has(path) && !after.files.has(path) && !before.files.has(path));
  return {
    changes,
    stored,
    brought: new Set(brought),
    gap,
    tree: gap === null ? withRecorded(carried, scanned.own) : carried,
  };
}
