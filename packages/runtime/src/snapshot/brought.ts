import type { TreeState } from "@writ/contracts";
import type { Clock } from "./clock.ts";
import { movedBetween } from "./moved.ts";
import { runGit } from "./run-git.ts";
import { linesOf } from "./tips.ts";

/** So many parents are compared. */
const mostParents = 8;

/** The commits that remotes stand at since the earlier look because something was fetched, and not because this side pushed. */
async function fetchedTips(root: string, tips: ReadonlySet<string>, clock: Clock): Promise<string[]> {
  const printed = await runGit(root, ["for-each-ref", "--format=%(objectname) %(refname)", "refs/remotes"], clock);
  const fetched: string[] = [];
  for (const line of linesOf(printed)) {
    const [oid = "", ref = ""] = line.split(" ");
    if (tips.has(oid)) continue;
    const [how = ""] = linesOf(await runGit(root, ["log", "-g", "-1", "--format=%gs", ref, "--"], clock));
    if (/^(?:fetch|pull|remote update)\b/.test(how)) fetched.push(oid);
  }
  return fetched;
}

/**
 * The paths among those that moved which have in `head` what a commit known to `tips` has. Dates are not asked: whoever
 * writes a commit writes its date.
 */
async function knownIn(
  root: string,
  head: string,
  moved: ReadonlyMap<string, unknown>,
  tips: readonly string[],
  clock: Clock,
): Promise<Set<string>> {
  const args = ["rev-list", "--boundary", "--ignore-missing", "--max-count=10000", "--stdin"];
  const asked = [head, ...tips.map((tip) => `^${tip}`), ""].join("\n");
  const printed = await runGit(root, args, clock, asked);
  // Nobody knows: then it counts as done now.
  if (printed === null) return new Set();
  const lines = linesOf(printed);
  if (lines.every((line) => line.startsWith("-"))) return new Set(moved.keys());
  const known = new Set<string>();
  // A merge, or commits put on top of others' commits: what is as in those was theirs.
  for (const line of lines.filter((one) => one.startsWith("-")).slice(0, mostParents)) {
    const differing = await movedBetween(root, line.slice(1), head, clock);
    if (differing !== null) for (const path of moved.keys()) if (!differing.has(path)) known.add(path);
  }
  return known;
}

/**
 * Which of the paths on which two commits differ only came with commits that others wrote. What was just fetched may be
 * anybody's, so a protected file must have been known before.
 */
export async function broughtBetween(
  root: string,
  before: TreeState,
  head: string | null,
  moved: ReadonlyMap<string, unknown>,
  isProtected: (path: string) => boolean,
  clock: Clock,
): Promise<Set<string>> {
  if (moved.size === 0 || head === null) return new Set();
  const tips = [...(before.head === null ? [] : [before.head]), ...(before.tips ?? [])];
  const known = await knownIn(root, head, moved, tips, clock);
  if (known.size === moved.size) return known;
  const fetched = await fetchedTips(root, new Set(tips), clock);
  if (fetched.length === 0) return known;
  const since = await knownIn(root, head, moved, [...tips, ...fetched], clock);
  return new Set([...known, ...[...since].filter((path) => !isProtected(path))]);
}
