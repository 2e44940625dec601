import { type Candidate, withFolders } from "@writ/stores";
import { repositoryOf } from "../git/inner.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";

/** A commit waits for this. */
const longestMs = 10_000;
/** More names than this do not fit into a command line everywhere; all files are looked at then. */
const mostNames = 300;

/** No name of a file that anybody uses begins so. */
const mark = "\u0001";

interface Commit {
  id: string;
  /** Seconds. */
  at: number;
}

/** Tells of records whether their files were committed after them, as the branch that is checked out has it. */
export async function findCommitted(
  root: string,
  records: readonly Candidate[],
): Promise<(record: Candidate) => boolean> {
  const newest = await newestCommits(root, records).catch(() => new Map<string, Commit>());
  return ({ files, at, revision }) =>
    files.some((file) =>
      withFolders(file).some((name) => {
        const commit = newest.get(name);
        if (commit === undefined) return false;
        const after = commit.at - secondsOf(at);
        // Git counts in seconds. Where the working copy stood at that commit, the change came after it.
        return after > 0 || (after === 0 && commit.id !== revision);
      }),
    );
}

/** The newest commit of each file that has one since the oldest record. */
async function newestCommits(root: string, records: readonly Candidate[]): Promise<Map<string, Commit>> {
  const since = Math.min(...records.map(({ at }) => secondsOf(at)));
  const names = [...new Set(records.flatMap(({ files }) => files.map((file) => nameIn(root, file))))];
  const out = await runGit(
    root,
    [
      ...["--literal-pathspecs", "log", "-m", "--no-renames", "--name-only", "-z", "--relative"],
      ...[`--since=@${since - 1}`, "--format=%x01%ct %H", "HEAD"],
      ...(names.length > mostNames ? [] : ["--", ...names]),
    ],
    startClock(longestMs),
  );
  const newest = new Map<string, Commit>();
  let commit: Commit | null = null;
  for (const part of (out?.toString() ?? "").split("\0")) {
    const word = part.replace(/^\n/, "");
    const [seconds = "", id = ""] = word.startsWith(mark) ? word.slice(mark.length).split(" ") : [];
    if (id !== "") commit = { id, at: Number(seconds) };
    else if (word !== "" && commit !== null && (newest.get(word)?.at ?? -1) < commit.at) newest.set(word, commit);
  }
  return newest;
}

/** Git knows a repository inside of this one by its folder only. */
function nameIn(root: string, file: string): string {
  let name = file;
  for (let { prefix } = repositoryOf(root, name); prefix !== ""; { prefix } = repositoryOf(root, name)) {
    name = prefix.slice(0, -1);
  }
  return name;
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000) || 0;
