import { agentIn } from "@writ/engine/check";
import type { Git } from "./git.ts";

/** The commits a branch went through itself, oldest first, and what can be told of who saw them. */
export interface Trunk {
  /** The place of a commit. */
  placeOf(id: string): number | undefined;
  /** Whether what came with one commit, and was there until another, was shown to somebody before it went. */
  isShown(from: number, until: number): boolean;
}

interface Commit {
  id: string;
  isMerge: boolean;
  /** `null` where an agent or a bot made it. */
  person: string | null;
}

/**
 * Reads them. Git does not keep which commits a branch ever ended with: one that was pushed with others after it was
 * perhaps never looked at. What a merge brought was, what two people built upon was, and what is there still is.
 */
export async function trunkOf(git: Git, revision: string): Promise<Trunk> {
  const form = ["--first-parent", "--reverse", "--format=%H%x09%P%x09%ae%x09%an"];
  const lines = (await git.run(["log", ...form, revision])).toString().split("\n");
  const personOf = peopleBook();
  const commits = lines.filter(Boolean).map((line): Commit => {
    const [id = "", parents = "", email = "", ...name] = line.split("\t");
    return { id, isMerge: parents.includes(" "), person: personOf(name.join("\t"), email) };
  });
  const places = new Map(commits.map(({ id }, place) => [id, place]));
  const second = secondPersons(commits);
  return {
    placeOf: (id) => places.get(id),
    isShown: (from, until) =>
      until >= commits.length || commits[from]?.isMerge === true || (second[from] ?? until) < until,
  };
}

/** Tells people apart: whoever shares a name or an address with somebody is the same. */
function peopleBook(): (name: string, email: string) => string | null {
  const known = new Map<string, string>();
  return (name, email) => {
    const text = `${name} <${email}>`;
    if (agentIn(text) !== null || text.includes("[bot]")) return null;
    const marks = [`<${email.toLowerCase()}>`, name.trim().toLowerCase()];
    const person = marks.map((mark) => known.get(mark)).find((one) => one !== undefined) ?? text;
    for (const mark of marks) known.set(mark, person);
    return person;
  };
}

/** For each place, the first one from which on two people had a hand in it since. */
function secondPersons(commits: readonly Commit[]): number[] {
  const places = new Array<number>(commits.length);
  let [next, other] = [commits.length, commits.length];
  for (let place = commits.length - 1; place >= 0; place -= 1) {
    const person = commits[place]?.person ?? null;
    if (person !== null && person !== commits[next]?.person) other = next;
    if (person !== null) next = place;
    places[place] = other;
  }
  return places;
}
