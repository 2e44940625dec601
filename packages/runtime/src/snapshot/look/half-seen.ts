import type { FileState, TreeState } from "@writ/contracts";
import type { Sides } from "@writ/engine";
import { movedBetween } from "../git/moved.ts";
import { readBlobs, type Stored } from "./blobs.ts";
import type { Clock } from "./clock.ts";
import { unseen } from "./ignored-before.ts";
import { slackMs } from "./limits.ts";
import { lookAt, reachOf } from "./look-at.ts";
import type { Blob } from "./parse-status.ts";
import { isOwn } from "./scan.ts";

/** The two sides of what can be compared, and what git has for some of it. */
export interface HalfSeen {
  sides: Sides[];
  stored: ReadonlyMap<string, Stored>;
}

/** What the commit of a look has, as far as git still tells. */
async function committed(root: string, head: string | null, clock: Clock): Promise<Map<string, Blob>> {
  const found = new Map<string, Blob>();
  const listed = head === null ? null : await movedBetween(root, null, head, clock);
  for (const [path, { after: blob }] of listed ?? [])
    if (blob !== null && blob.mode !== "160000" && !isOwn(path)) found.set(path, blob);
  return found;
}

/**
 * Git answered at one of two looks only. What the other one walked through is compared with what git named, with what
 * its commit has, and, where neither tells, with the time of the call.
 */
export async function halfSeen(root: string, before: TreeState, after: TreeState, clock: Clock): Promise<HalfSeen> {
  const isReached = reachOf(root);
  const since = Date.parse(before.at) - slackMs;
  const blobs = before.source === "git" ? await committed(root, before.head, clock) : new Map<string, Blob>();
  const guarded = new Set([...before.guarded.keys(), ...after.guarded.keys()]);
  const paths = new Set([...guarded, ...before.files.keys(), ...after.files.keys(), ...blobs.keys()]);
  const open = new Map<string, FileState | null>();
  const sides: Sides[] = [];
  for (const path of paths) {
    clock.left();
    if (path.startsWith(".git/")) continue;
    const now = isReached(path) ? lookAt(root, path) : null;
    if (guarded.has(path)) sides.push({ path, before: before.guarded.get(path) ?? null, after: now });
    else if (before.files.has(path)) sides.push({ path, before: before.files.get(path) ?? null, after: now });
    else if (before.source === "walk") sides.push({ path, before: null, after: now });
    // Who did not touch it since left it as it was.
    else if (now === null || now.changedAt >= since) open.set(path, now);
  }
  const wanted = new Map([...blobs].filter(([path]) => open.has(path)));
  const stored = await readBlobs(root, wanted, clock);
  for (const [path, now] of open) {
    const was = stored.get(path)?.state ?? (now === null || blobs.size > 0 ? null : { ...now, hash: unseen });
    sides.push({ path, before: was, after: now });
  }
  return { sides, stored };
}
