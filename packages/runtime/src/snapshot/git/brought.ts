import type { TreeState } from "@writ/contracts";
import { isProtected } from "@writ/engine";
import type { Clock } from "../look/clock.ts";
import { type Moved, movedBetween } from "./moved.ts";
import { trustedIn } from "./others.ts";
import { runGit } from "./run-git.ts";
import { linesOf } from "./tips.ts";

/** So many parents are compared. */
const mostParents = 8;

/** Commits reachable from some and not from others, and those at the border. */
interface Walked {
  inside: string[];
  border: string[];
}

/** Walks through history, up to what is reachable from others; `null` where nobody knows. */
export async function walk(
  root: string,
  from: readonly string[],
  not: readonly string[],
  clock: Clock,
): Promise<Walked | null> {
  const listing = ["rev-list", "--boundary", "--ignore-missing", "--max-count=10000", "--stdin"];
  // What a commit's parents are is read from the commit, not from a table beside it.
  const args = ["-c", "core.commitGraph=false", ...listing];
  const commits = not.filter((one) => /^[0-9a-f]+$/.test(one));
  const asked = [...from, ...commits.map((one) => `^${one}`), ""].join("\n");
  const printed = await runGit(root, args, clock, asked);
  if (printed === null) return null;
  const lines = linesOf(printed);
  return {
    inside: lines.filter((line) => !line.startsWith("-")),
    border: lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1)),
  };
}

/** Where a work tree came from, and what it stands at now. */
interface Way {
  before: TreeState;
  head: string;
  moved: ReadonlyMap<string, Moved>;
}

/**
 * The paths among those that moved which have in `head` what a commit of others has, or one that a call ended at. Dates
 * are not asked: whoever writes a commit writes its date.
 */
async function knownIn(
  root: string,
  { before, head, moved }: Way,
  trusted: readonly string[],
  clock: Clock,
): Promise<Set<string>> {
  const recorded = recordedIn(before, moved);
  const all = [...moved.keys()];
  const ended = recorded.get(head);
  if (ended !== undefined) return new Set(all.filter(ended));
  const walked = await walk(root, [head], trusted, clock);
  // Nobody knows: then it counts as done now.
  if (walked === null) return new Set();
  if (walked.inside.length === 0) return new Set(all);
  const bases = [...walked.border, ...walked.inside.filter((one) => recorded.has(one))];
  const known = new Set<string>();
  // A merge, or commits put on top of others' commits: what is as in those was theirs.
  for (const base of await besides(root, before.head, walked, bases.slice(0, mostParents), clock)) {
    const differing = await movedBetween(root, base, head, clock);
    const isRecorded = recorded.get(base);
    if (differing === null) continue;
    for (const path of all) if (!differing.has(path) && isRecorded?.(path) !== false) known.add(path);
  }
  return known;
}

/** By commit that a call ended at: which paths were on record then. Of a protected file, that it is gone never is. */
function recordedIn({ recorded = [] }: TreeState, moved: Way["moved"]): Map<string, (path: string) => boolean> {
  return new Map(
    recorded.map(({ commit, except }) => {
      const open = new Set(except);
      return [commit, (path) => !open.has(path) && !(isProtected(path) && moved.get(path)?.after === null)];
    }),
  );
}

/** Commits put on top of where the work tree stood bring nothing that it held before: that is undone by hand. */
async function besides(
  root: string,
  stood: string | null,
  { inside, border }: Walked,
  bases: readonly string[],
  clock: Clock,
): Promise<readonly string[]> {
  if (stood === null || !(inside.includes(stood) || border.includes(stood))) return bases;
  const others = bases.filter((one) => one !== stood);
  const apart = others.length === 0 ? null : await walk(root, others, [stood], clock);
  return others.filter((one) => apart?.inside.includes(one) === true);
}

/**
 * Which of the paths on which two commits differ only came with commits that others wrote. What was just fetched may be
 * anybody's, so a protected file must have been known before.
 */
export async function broughtBetween(
  root: string,
  before: TreeState,
  { head, moved, fetched }: { head: string | null; moved: Way["moved"]; fetched: ReadonlySet<string> },
  clock: Clock,
): Promise<Set<string>> {
  if (moved.size === 0 || head === null) return new Set();
  const way = { before, head, moved };
  const trusted = trustedIn(before);
  const known = await knownIn(root, way, trusted, clock);
  if (known.size === moved.size || fetched.size === 0) return known;
  const since = await knownIn(root, way, [...trusted, ...fetched], clock);
  return new Set([...known, ...[...since].filter((path) => !isProtected(path))]);
}
