import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";

/** A name a file had, and the one it got for it. */
export interface Rename {
  from: string;
  to: string;
  /** ISO-8601: what is on record before then came under the old name. `null` for what is not committed. */
  at: string | null;
}

/** Longer than this nobody waits for a report. */
const longestMs = 60_000;
const form = ["-M", "--diff-filter=R", "--name-status", "-z", "--relative"];

/** What was renamed in a repository from a day on, oldest first, in one pass over its commits; none where git does not tell. */
export async function renamesSince(cwd: string, day: string): Promise<Rename[]> {
  const clock = startClock(longestMs);
  // What a merge itself renamed is seen only when it is compared with what it went into.
  const log = [
    "log",
    "--reverse",
    "--diff-merges=first-parent",
    "--format=%cI",
    `--since=${day}T00:00:00Z`,
    ...form,
    "HEAD",
  ];
  return [...renamesIn(await run(cwd, log)), ...renamesIn(await run(cwd, ["diff", ...form, "HEAD"]))];

  async function run(folder: string, args: readonly string[]): Promise<string> {
    // A clone that has not all objects would fetch each one it lacks.
    const env = { GIT_NO_LAZY_FETCH: "1" };
    return (await runGit(folder, args, clock, "", env).catch(() => null))?.toString() ?? "";
  }
}

/** Reads the time of each commit, and behind it what it renamed: a sign and two names each. */
function renamesIn(out: string): Rename[] {
  const words = out.split("\0").map((word) => word.replace(/^\n/, ""));
  const renames: Rename[] = [];
  let at: string | null = null;
  for (let nth = 0; nth < words.length; nth += 1) {
    const [word = "", from = "", to = ""] = words.slice(nth, nth + 3);
    if (/^\d{4}-\d\d-\d\dT/.test(word)) at = afterSecond(word);
    else if (/^R\d+$/.test(word)) {
      renames.push({ from, to, at });
      nth += 2;
    }
  }
  return renames;
}

/** Git counts in seconds; what was recorded in that one came before the commit. */
function afterSecond(word: string): string | null {
  const time = Date.parse(word.trim());
  return Number.isNaN(time) ? null : new Date(time + 1000).toISOString();
}
