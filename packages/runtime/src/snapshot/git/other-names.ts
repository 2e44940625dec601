import type { Clock } from "../look/clock.ts";
import { runGit } from "./run-git.ts";

/** Git merges what was done to a file under another name if it was renamed since they parted: so far back it is looked. */
const mostCommits = 200;

type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** What was last found. Commits do not change, and most calls make none. */
let last: { asked: string; names: Names } | null = null;

/** Other names that files had in the newest commits, as git sees it: by name, all that go with it. */
export async function otherNames(root: string, from: readonly string[], clock: Clock): Promise<Names> {
  const asked = [root, ...from].join("\n");
  if (last?.asked !== asked) last = { asked, names: await findNames(root, from, clock) };
  return last.names;
}

async function findNames(root: string, from: readonly string[], clock: Clock): Promise<Names> {
  const listing = ["rev-list", "--ignore-missing", `--max-count=${mostCommits}`, "--stdin"];
  const commits = await runGit(root, listing, clock, `${from.join("\n")}\n`);
  const form = ["-r", "-m", "-M", "--diff-filter=R", "--name-status", "--no-commit-id", "--relative", "-z"];
  const printed = commits === null ? null : await runGit(root, ["diff-tree", "--stdin", ...form], clock, commits);
  const together = new Map<string, Set<string>>();
  const parts = (printed?.toString() ?? "").split("\0");
  for (let at = 0; at + 2 < parts.length; at += 1) {
    if (!/^R\d+$/.test(parts[at] ?? "")) continue;
    const names = [parts[at + 1] ?? "", parts[at + 2] ?? ""];
    const all = new Set(names.flatMap((name) => [name, ...(together.get(name) ?? [])]));
    for (const name of all) together.set(name, all);
    at += 2;
  }
  return together;
}
