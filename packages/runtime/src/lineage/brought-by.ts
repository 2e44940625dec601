import { type Keyed, shapeOf } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { type Arrival, type AskGit, arrivalOf, nowhere } from "./arrivals.ts";

/** Lines of a file that are looked for come with few commits; of more than this nothing is known. */
const mostCommits = 40;
/** A line is rarely laid out anew more often. */
const mostForms = 8;

interface Git {
  ask: AskGit;
  /** Runs what git could not do once more, to throw a problem with its reason. */
  tell(args: readonly string[]): Promise<unknown>;
}

interface Asked {
  git: Git;
  revision: string | null;
  /** In its repository. */
  path: string;
  lines: readonly Keyed[];
  sought: readonly number[];
}

/** What brought the lines of a file. */
export interface Brought {
  /** By line, the commit that last changed it; empty for what is not committed. */
  commits: ReadonlyMap<number, string>;
  /** What changed a line, newest first; of one that is sought up to what brought it, as the others only laid it out anew. */
  arrivalsOf(line: number): readonly Arrival[];
}

/** Looks for what brought lines, however they were laid out then. */
export async function broughtBy({ git, revision, path, lines, sought }: Asked): Promise<Brought> {
  const commits = new Map(lines.map((_, line) => [line, ""]));
  for (const { commit, place } of await blamed(git, revision, path)) if (commits.has(place)) commits.set(place, commit);
  const arrivals = new Map<string, Arrival>();
  const found = new Map<number, Arrival[]>(sought.map((line) => [line, []]));
  let open = new Map(sought.map((line) => [line, commits.get(line) ?? ""]));
  for (let form = 0; form < mostForms && open.size > 0; form += 1) {
    const earlier = new Map<number, string>();
    const before = new Map<string, ReadonlyMap<string, string>>();
    for (const [line, commit] of open) {
      if (!arrivals.has(commit) && arrivals.size < mostCommits) arrivals.set(commit, await arrivalOf(git.ask, commit));
      const arrival = arrivals.get(commit);
      if (arrival === undefined) continue;
      found.get(line)?.push(arrival);
      const print = lines[line]?.print ?? "";
      if (arrival.relaid.get(print)?.has(path) !== true || arrival.parent === nowhere) continue;
      const known = before.get(arrival.parent) ?? (await commitsByPrint(git, arrival.parent, path));
      before.set(arrival.parent, known);
      const brought = known.get(print);
      if (brought !== undefined) earlier.set(line, brought);
    }
    open = earlier;
  }
  const newest = (line: number) => arrivals.get(commits.get(line) ?? "");
  return { commits, arrivalsOf: (line) => found.get(line) ?? [newest(line)].filter((one) => one !== undefined) };
}

async function commitsByPrint(git: Git, revision: string, path: string): Promise<Map<string, string>> {
  const found = await blamed(git, revision, path);
  return new Map(found.map(({ commit, text }) => [shapeOf(text, sha256).print, commit]));
}

interface Blamed {
  commit: string;
  /** Counted from 0. */
  place: number;
  text: string;
}

/** The lines of a file that are committed; none where git knows nothing of it. */
async function blamed({ ask, tell }: Git, revision: string | null, path: string): Promise<Blamed[]> {
  const at = revision === null ? [] : [revision];
  const args = ["blame", "-w", "--porcelain", ...at, "--", path];
  const out = await ask(...args);
  // Settings can keep git from it, and then nobody may be named.
  if (out === null && (await ask("rev-parse", "--verify", "--quiet", `${revision ?? "HEAD"}:./${path}`)) !== null)
    await tell(args);
  const found: Blamed[] = [];
  let [commit, place] = ["", -1];
  for (const row of (out ?? "").split("\n")) {
    if (row.startsWith("\t") && !/^0+$/.test(commit)) found.push({ commit, place, text: row.slice(1) });
    const [, hash, line] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row) ?? [];
    if (hash !== undefined) [commit, place] = [hash, Number(line) - 1];
  }
  return found;
}
