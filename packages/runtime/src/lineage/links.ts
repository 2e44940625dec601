import type { IsLinked, Keyed } from "@writ/engine";
import { shapeOf, splitLines } from "@writ/engine";
import { gitTop } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { git } from "../git/run.ts";
import { sha256 } from "../hash.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { broughtBy } from "./brought-by.ts";
import type { GitHistory } from "./git-history.ts";
import { gitMs, type Tree } from "./tree.ts";

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
  const ask = async (...args: string[]) =>
    isGit ? ((await runGit(cwd, args, startClock(gitMs)))?.toString() ?? null) : null;
  const { commits, arrivalsOf } = await broughtBy({
    git: { ask, tell: (args) => git(cwd, args) },
    revision,
    path: path.slice(prefix.length),
    lines,
    sought,
  });
  const back = await broughtBack(commits, lines, history);
  const names = new Set([path, ...(await history.contents()).map((content) => content.path)]);
  const goneFrom = (line: number) =>
    arrivalsOf(line).flatMap(({ gone }) => [...(gone.get(lines[line]?.print ?? "") ?? [])]);
  return {
    isLinked(line, step) {
      if (goneFrom(line).length > 0) return true;
      // What was brought back had been here: whoever made it made it here.
      if (back.has(line) && (step === null || names.has(step.path))) return true;
      if (step === null) return false;
      const { id, vcs } = step.trace;
      return arrivalsOf(line).some(({ published, parent }) => published.has(id) || vcs?.revision_id === parent);
    },
    isTaken: (line, from) => goneFrom(line).includes(from.slice(prefix.length)),
  };
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
