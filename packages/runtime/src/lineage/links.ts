import type { IsLinked, Keyed } from "@writ/engine";
import { shapeOf, splitLines } from "@writ/engine";
import { gitTop } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { sha256 } from "../hash.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import type { GitHistory } from "./git-history.ts";
import { gitMs, type Tree } from "./tree.ts";

/** Lines of a file that are looked for come with few commits; of more than this nothing is known. */
const mostCommits = 40;

/** What one commit, or what is not committed yet, took away, and on what it was made. */
interface Arrival {
  /** Lines that it took out of files and did not put back there, by fingerprint, and the files. */
  gone: ReadonlyMap<string, ReadonlySet<string>>;
  parent: string;
  /** Traces that were published with it, by id: whatever commits it was made of, they tell of its lines. */
  published: ReadonlySet<string>;
}

/** As traces name the commit where there is none. */
const nowhere = "unknown";

interface Sought {
  path: string;
  lines: readonly Keyed[];
  /** The lines it is asked of. */
  sought: readonly number[];
  history: GitHistory;
}

/** What speaks for it that lines came from where a step had put them. */
export interface Links {
  /** Git shows that what brought the line took it away elsewhere, or the step was made in the time of that very commit. */
  isLinked: IsLinked;
  /** Whether git shows that what brought the line took it out of this file. */
  isTaken(line: number, from: string): boolean;
}

/** Looks for what brought these lines of a file. */
export async function linksTo(
  root: string,
  { revision }: Pick<Tree, "revision">,
  { path, lines, sought, history }: Sought,
): Promise<Links> {
  if (sought.length === 0) return { isLinked: () => false, isTaken: () => false };
  const { cwd, prefix } = repositoryOf(root, path);
  const isGit = gitTop(cwd) !== null;
  const run = async (...args: string[]) =>
    isGit ? ((await runGit(cwd, args, startClock(gitMs)))?.toString() ?? null) : null;
  const commits = await commitsOf(run, revision, path.slice(prefix.length), lines.length);
  const asked = new Set(sought.map((line) => commits.get(line) ?? ""));
  const arrivals = new Map<string, Arrival>();
  for (const commit of [...asked].slice(0, mostCommits))
    arrivals.set(commit, commit === "" ? await uncommitted(run) : await committed(run, commit));
  const back = await broughtBack(commits, lines, history);
  const names = new Set([path, ...(await history.contents()).map((content) => content.path)]);
  const arrivalOf = (line: number) => arrivals.get(commits.get(line) ?? "");
  const goneFrom = (line: number) => arrivalOf(line)?.gone.get(lines[line]?.print ?? "");
  return {
    isLinked(line, step) {
      if (goneFrom(line) !== undefined) return true;
      // What was brought back had been here: whoever made it made it here.
      if (back.has(line) && (step === null || names.has(step.path))) return true;
      const arrival = arrivalOf(line);
      if (arrival === undefined || step === null) return false;
      return arrival.published.has(step.trace.id) || step.trace.vcs?.revision_id === arrival.parent;
    },
    isTaken: (line, from) => goneFrom(line)?.has(from.slice(prefix.length)) === true,
  };
}

type Run = (...args: string[]) => Promise<string | null>;

/** By line, the commit that brought it; empty for what is not committed, also where git knows nothing of the file. */
async function commitsOf(
  run: Run,
  revision: string | null,
  path: string,
  length: number,
): Promise<Map<number, string>> {
  const at = revision === null ? [] : [revision];
  const out = (await run("blame", "-w", "--porcelain", ...at, "--", path)) ?? "";
  const commits = new Map(Array.from({ length }, (_, line) => [line, ""]));
  for (const [, commit = "", place] of out.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+)/gm)) {
    const line = Number(place) - 1;
    if (commits.has(line) && !/^0+$/.test(commit)) commits.set(line, commit);
  }
  return commits;
}

/** So many lines that say something, and stood together before, are not typed again by chance. */
const leastBack = 3;
/** What is brought back was there not long ago. */
const mostVersions = 12;

/** Lines that one commit brought, and that a former content of the file had: a merge, or a revert, brought them back. */
async function broughtBack(
  commits: ReadonlyMap<number, string>,
  lines: readonly Keyed[],
  history: GitHistory,
): Promise<Set<number>> {
  const byCommit = new Map<string, number[]>();
  for (const [line, commit] of commits) byCommit.set(commit, [...(byCommit.get(commit) ?? []), line]);
  const back = new Set<number>();
  /** Lines that a newer content had not: an older one that has them again had them before they came. */
  const absent = new Set<number>();
  const versions = (await history.contents()).filter(({ object }) => object !== "").slice(0, mostVersions);
  for (const { object } of versions) {
    const bytes = await history.read(object);
    const text = bytes === null ? "" : new TextDecoder().decode(bytes);
    const had = new Set(splitLines(text).map((line) => shapeOf(line, sha256).print));
    const isHad = (line: number): boolean => had.has(lines[line]?.print ?? "");
    for (const brought of byCommit.values()) {
      const found = brought.filter((line) => absent.has(line) && isHad(line));
      if (found.filter((line) => lines[line]?.isCommon === false).length >= leastBack)
        for (const line of found) back.add(line);
    }
    for (const line of lines.keys()) if (!isHad(line)) absent.add(line);
  }
  return back;
}

/** Files that are new took nothing away. */
const differing = [
  ...["-p", "-U0", "--no-renames", "--diff-filter=MD", "--relative"],
  ...["--no-prefix", "--no-ext-diff", "--no-textconv", "--no-color"],
];

async function committed(run: Run, commit: string): Promise<Arrival> {
  const out = (await run("show", "--format=%P", "-m", "--first-parent", ...differing, commit)) ?? "";
  const [parents = ""] = out.split("\n", 1);
  const ledger = (await run("show", "--format=", "-m", "--first-parent", ...ledgerDiff, commit, ...ledgerFiles)) ?? "";
  return { gone: goneIn(out), parent: parents.split(" ")[0] || nowhere, published: idsIn(ledger) };
}

async function uncommitted(run: Run): Promise<Arrival> {
  const head = (await run("rev-parse", "--verify", "--quiet", "HEAD"))?.trim() ?? "";
  const out = head === "" ? "" : ((await run("diff", ...differing, "HEAD")) ?? "");
  const ledger = head === "" ? "" : ((await run("diff", ...ledgerDiff, "HEAD", ...ledgerFiles)) ?? "");
  return { gone: goneIn(out), parent: head || nowhere, published: idsIn(ledger) };
}

const ledgerDiff = ["-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"];
const ledgerFiles = ["--", ".orchestration/ledger"];

const idsIn = (diff: string): Set<string> =>
  new Set([...diff.matchAll(/^\+\{"id":"([^"]+)"/gm)].map(([, id = ""]) => id));

function goneIn(diff: string): Map<string, Set<string>> {
  const gone = new Map<string, Set<string>>();
  for (const file of diff.split(/^diff --git /m).slice(1)) {
    const [, path = ""] = /^--- (.*)$/m.exec(file) ?? [];
    const left = new Map<string, number>();
    const start = file.indexOf("\n@@");
    for (const line of start < 0 ? [] : file.slice(start).split("\n")) {
      if (line[0] !== "-" && line[0] !== "+") continue;
      const { print } = shapeOf(line.slice(1), sha256);
      left.set(print, (left.get(print) ?? 0) + (line[0] === "-" ? 1 : -1));
    }
    for (const [print, count] of left) if (count > 0) gone.set(print, (gone.get(print) ?? new Set()).add(path));
  }
  return gone;
}
