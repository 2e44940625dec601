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

/**
 * Tells of records whether their files were committed after them, as the branch that is checked out has it: in a commit
 * that came of the one they were made at, or that took its place. The times of commits and records have no part in it.
 */
export async function findCommitted(
  root: string,
  records: readonly Candidate[],
): Promise<(record: Candidate) => boolean> {
  const found = await commitsSince(root, records).catch(() => null);
  if (found === null) return () => false;
  const { commitsOf, isAfter } = found;
  return ({ files, revision = "" }) =>
    files.some((file) =>
      withFolders(file).some((name) => commitsOf.get(name)?.some((commit) => isAfter(commit, revision)) === true),
    );
}

interface Since {
  /** By file, the commits that changed it. */
  commitsOf: ReadonlyMap<string, readonly string[]>;
  isAfter(commit: string, revision: string): boolean;
}

/** The commits of the checked-out branch that some record does not know of. */
async function commitsSince(root: string, records: readonly Candidate[]): Promise<Since> {
  const clock = startClock(longestMs);
  const ask = async (args: readonly string[], input: readonly string[] = []) =>
    (await runGit(root, args, clock, input.map((line) => `${line}\n`).join("")))?.toString().trim() ?? "";
  const made = [...new Set(records.map(({ revision = "" }) => revision))];
  const checked = await ask(["cat-file", "--batch-check"], made);
  const here = checked.split("\n").flatMap((row) => /^([0-9a-f]{40,64}) commit /.exec(row)?.[1] ?? []);
  // Of a commit that is gone nobody can say where it was.
  const base = here.length < made.length ? "" : await ask(["merge-base", "--octopus", "HEAD", ...here]);
  const range = base === "" ? [] : [`^${base}`];
  const rows = await ask(
    ["rev-list", "--parents", "--topo-order", "--reverse", "--stdin"],
    ["HEAD", ...here, ...range],
  );
  const commits = rows.split("\n").map((row) => row.split(" "));
  const loose = new Set((await ask(["rev-list", "--stdin", "--not", "--all"], here)).split("\n"));
  const isLoose = (revision: string): boolean => loose.has(revision) || !here.includes(revision);
  const known = new Map<string, ReadonlySet<string>>();
  return {
    commitsOf: await commitsByFile(ask, records, root, ["HEAD", ...range]),
    isAfter(commit, revision) {
      // What no branch has any more was amended, rebased or dropped: whatever it did not come of may have its changes.
      const isGone = isLoose(revision);
      const found = known.get(revision) ?? (isGone ? aboveIn(commits, revision) : belowIn(commits, revision));
      known.set(revision, found);
      return found.has(commit) !== isGone;
    },
  };
}

/** The commits that came of one. They come after their parents. */
function belowIn(commits: readonly (readonly string[])[], first: string): Set<string> {
  const below = new Set<string>();
  for (const [id = "", ...parents] of commits)
    if (parents.some((parent) => parent === first || below.has(parent))) below.add(id);
  return below;
}

/** A commit and those it came of. */
function aboveIn(commits: readonly (readonly string[])[], last: string): Set<string> {
  const above = new Set([last]);
  for (const [id = "", ...parents] of commits.toReversed())
    if (above.has(id)) for (const parent of parents) above.add(parent);
  return above;
}

async function commitsByFile(
  ask: (args: readonly string[]) => Promise<string>,
  records: readonly Candidate[],
  root: string,
  range: readonly string[],
): Promise<Map<string, string[]>> {
  const names = [...new Set(records.flatMap(({ files }) => files.map((file) => nameIn(root, file))))];
  const out = await ask([
    ...["--literal-pathspecs", "log", "-m", "--no-renames", "--name-only", "-z", "--relative", "--format=%x01%H"],
    ...range,
    ...(names.length > mostNames ? [] : ["--", ...names]),
  ]);
  const commits = new Map<string, string[]>();
  let commit = "";
  for (const part of out.split("\0")) {
    const word = part.replace(/^\n/, "");
    if (word.startsWith(mark)) commit = word.slice(mark.length).trim();
    else if (word !== "") commits.set(word, [...(commits.get(word) ?? []), commit]);
  }
  return commits;
}

/** Git knows a repository inside of this one by its folder only. */
function nameIn(root: string, file: string): string {
  let name = file;
  for (let { prefix } = repositoryOf(root, name); prefix !== ""; { prefix } = repositoryOf(root, name)) {
    name = prefix.slice(0, -1);
  }
  return name;
}
