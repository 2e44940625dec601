import type { Clock } from "../look/clock.ts";
import { runGit } from "./run-git.ts";

/** A content that a file had in git. */
export interface Version {
  /** From the root. */
  path: string;
  /** Git's id of it. */
  object: string;
  /** Nobody can say who made it. */
  isUnsure: boolean;
}

/** So many commits are looked at. */
const mostCommits = 400;

/** Where to look, at which files, and which commits nobody is known to have made. */
interface Asked {
  from: readonly string[];
  paths: readonly string[];
  isUnsure(commit: string, path: string): boolean;
}

/** What commits had of files, before and after they changed them, newest first; stashes are commits too. */
export async function pathCommits(root: string, { from, paths, isUnsure }: Asked, clock: Clock): Promise<Version[]> {
  if (from.length === 0) return [];
  const form = ["--format=%x01%H %P", "--raw", "--no-abbrev", "--no-renames", "--relative", "-z", "-m"];
  const walk = ["--full-history", "--ignore-missing", `--max-count=${mostCommits}`, "--stdin"];
  const asked = [...from, "--", ...paths, ""].join("\n");
  const printed = await runGit(root, ["--literal-pathspecs", "log", ...form, ...walk], clock, asked);
  const found: Version[] = [];
  const parts = (printed?.toString() ?? "").split("\0");
  let [commit, parents]: [string, string[]] = ["", []];
  for (let at = 0; at < parts.length; at += 1) {
    const part = (parts[at] ?? "").trimStart();
    if (part.startsWith("\u0001")) {
      const [id = "", ...rest] = part.slice(1).split(" ");
      [commit, parents] = [id, rest];
      continue;
    }
    const [, before = "", after = ""] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]/.exec(part) ?? [];
    if (after === "") continue;
    at += 1;
    const path = parts[at] ?? "";
    const isOld = parents.some((parent) => isUnsure(parent, path));
    found.push({ path, object: after, isUnsure: isUnsure(commit, path) }, { path, object: before, isUnsure: isOld });
  }
  return found.filter(({ object }) => !/^0*$/.test(object));
}
