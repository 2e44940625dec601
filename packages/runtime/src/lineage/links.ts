import type { FileStep, IsLinked, Keyed } from "@writ/engine";
import { shapeOf } from "@writ/engine";
import { gitTop } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { sha256 } from "../hash.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { gitMs, type Tree } from "./tree.ts";

/** Lines of a file that are looked for come with few commits; of more than this nothing is known. */
const mostCommits = 40;

/** What one commit, or what is not committed yet, took away, and on what it was made. */
interface Arrival {
  /** Fingerprints of lines that it took out of a file and did not put back there. */
  gone: ReadonlySet<string>;
  parent: string;
}

/** As traces name the commit where there is none. */
const nowhere = "unknown";

/**
 * For these lines of a file, whether what brought them also took them away where a step had put them: git shows it, or
 * the step was made in the time of that very commit.
 */
export async function linksTo(
  root: string,
  { revision }: Pick<Tree, "revision">,
  path: string,
  lines: readonly Keyed[],
  sought: readonly number[],
): Promise<IsLinked> {
  if (sought.length === 0) return () => false;
  const { cwd, prefix } = repositoryOf(root, path);
  const isGit = gitTop(cwd) !== null;
  const run = async (...args: string[]) =>
    isGit ? ((await runGit(cwd, args, startClock(gitMs)))?.toString() ?? null) : null;
  const commits = await commitsOf(run, revision, path.slice(prefix.length), sought);
  const arrivals = new Map<string, Arrival>();
  for (const commit of [...new Set(commits.values())].slice(0, mostCommits))
    arrivals.set(commit, commit === "" ? await uncommitted(run) : await committed(run, commit));
  return (line: number, step: FileStep | null) => {
    const arrival = arrivals.get(commits.get(line) ?? "");
    if (arrival === undefined) return false;
    return arrival.gone.has(lines[line]?.print ?? "") || step?.trace.vcs?.revision_id === arrival.parent;
  };
}

type Run = (...args: string[]) => Promise<string | null>;

/** By line, the commit that brought it; empty for what is not committed, also where git knows nothing of the file. */
async function commitsOf(
  run: Run,
  revision: string | null,
  path: string,
  sought: readonly number[],
): Promise<Map<number, string>> {
  const wanted = new Set(sought);
  const range = `${Math.min(...sought) + 1},${Math.max(...sought) + 1}`;
  const at = revision === null ? [] : [revision];
  const out = (await run("blame", "-w", "--porcelain", "-L", range, ...at, "--", path)) ?? "";
  const commits = new Map(sought.map((line) => [line, ""]));
  for (const [, commit = "", place] of out.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+)/gm)) {
    const line = Number(place) - 1;
    if (wanted.has(line) && !/^0+$/.test(commit)) commits.set(line, commit);
  }
  return commits;
}

/** Files that are new took nothing away. */
const differing = ["-p", "-U0", "--no-renames", "--diff-filter=MD", "--no-ext-diff", "--no-textconv", "--no-color"];

async function committed(run: Run, commit: string): Promise<Arrival> {
  const out = (await run("show", "--format=%P", "-m", "--first-parent", ...differing, commit)) ?? "";
  const [parents = ""] = out.split("\n", 1);
  return { gone: goneIn(out), parent: parents.split(" ")[0] || nowhere };
}

async function uncommitted(run: Run): Promise<Arrival> {
  const head = (await run("rev-parse", "--verify", "--quiet", "HEAD"))?.trim() ?? "";
  const out = head === "" ? "" : ((await run("diff", ...differing, "HEAD")) ?? "");
  return { gone: goneIn(out), parent: head || nowhere };
}

function goneIn(diff: string): Set<string> {
  const gone = new Set<string>();
  for (const file of diff.split(/^diff --git /m).slice(1)) {
    const left = new Map<string, number>();
    const start = file.indexOf("\n@@");
    for (const line of start < 0 ? [] : file.slice(start).split("\n")) {
      if (line[0] !== "-" && line[0] !== "+") continue;
      const { print } = shapeOf(line.slice(1), sha256);
      left.set(print, (left.get(print) ?? 0) + (line[0] === "-" ? 1 : -1));
    }
    for (const [print, count] of left) if (count > 0) gone.add(print);
  }
  return gone;
}
