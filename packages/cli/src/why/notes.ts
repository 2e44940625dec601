import type { Decided } from "@writ/runtime";
import { sayMoment } from "../text/moment.ts";
import { plural } from "../text/table.ts";
import { sayCode, sayDrift } from "./words.ts";

/** Of many, the newest tell enough. */
const most = 3;

/** What else is on record about a file, in sentences, the newest first. */
export function noteWords(notes: readonly Decided[], nameOf: (by: string) => string): string[] {
  const sentences = notes.flatMap((note) => sentenceOf(note, nameOf) ?? []).reverse();
  const more = sentences.length - most;
  return [...sentences.slice(0, most), ...(more > 0 ? [`And ${plural(more, "more note")}: writ log --file FILE`] : [])];
}

type Say = (note: Decided, words: { agent: string; person: string }) => string;

/** What is said of each kind of note, after its time. */
const sentences: Readonly<Partial<Record<Decided["decision"], Say>>> = {
  refused: ({ code }, { agent }) =>
    `${agent}, wanted to change it and was refused${code === null ? "" : `, because ${sayCode(code)}`}.`,
  rejected: (_, { agent, person }) => `${agent}, wanted to change it, and ${person} said no.`,
  strayed: (_, { agent }) => `${agent}, changed it, which was not to be.`,
  drifted: ({ reason }) => `${sayDrift(reason)}.`,
  undone: (_, { person }) => `${person} put it back to what it was before.`,
  alarm: () => "it is protected, and changed without Writ having done it.",
};

function sentenceOf(note: Decided, nameOf: (by: string) => string): string | null {
  const { decision, at, agent, session, tool, by } = note;
  const words = {
    agent: `${agent}${tool === null ? "" : ` with ${tool}`}, session ${session}`,
    person: by === null ? "a person" : nameOf(by),
  };
  const said = sentences[decision]?.(note, words);
  return said === undefined ? null : `${sayMoment(at)}: ${said}`;
}
