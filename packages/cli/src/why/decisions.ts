import type { Decided, RecordedChange } from "@writ/runtime";
import { sayMoment } from "../text/moment.ts";
import { sayAssurance, sayCode, sayDrift, sayRisk } from "./words.ts";

/** What was decided about a call, in sentences. */
export function decisionWords(change: RecordedChange, nameOf: (by: string) => string): string[] {
  const { imported, would, decisions, ticket } = change;
  if (imported !== null)
    return ["Not known: the record was imported, and what others say of approvals is not believed."];
  const told = decisions.flatMap((one) => sentenceOf(one, nameOf) ?? []);
  const objection = would === null ? [] : [wouldWords(would)];
  if (told.length > 0 || objection.length > 0) return [...objection, ...told];
  if (ticket !== null) return [`A person was asked with ticket ${ticket}; the answer is not in this copy.`];
  return ["Writ had no objection, and nobody had to be asked."];
}

function wouldWords({ verdict, code }: { verdict: string; code: string }): string {
  const what = verdict === "ask" ? "asked a person first" : "refused it";
  return `Writ was only watching (observe mode or a pause); it would have ${what}${code === "" ? "" : ` because ${sayCode(code)}`}.`;
}

type Say = (decided: Decided, words: { when: string; who: string; how: string; ticket: string }) => string;

/** What is said of each decision about a call; the others are said by `would`, or are about the intent. */
const sentences: Readonly<Partial<Record<Decided["decision"], Say>>> = {
  asked: ({ risk }, { when, ticket }) =>
    `A person had to be asked${risk === null ? "" : `, since ${sayRisk(risk)}`} (${when}${ticket}).`,
  approved: ({ grant }, { who, how, when, ticket }) =>
    grant === null
      ? `${who} said yes${how} (${when}${ticket}).`
      : `${who} had allowed it beforehand${how}, with grant ${grant} (used ${when}).`,
  granted: ({ grant }, { who, how, when }) =>
    `${who} allowed the same again for a while${how} (${when}${grant === null ? "" : `, grant ${grant}`}).`,
  rejected: (_, { who, how, when, ticket }) => `${who} said no${how} (${when}${ticket}).`,
  expanded: ({ globs }, { when }) => `The scope of the intent was widened for it: ${globs.join(", ")} (${when}).`,
  refused: ({ code }, { when }) =>
    `Writ refused it at first${code === null ? "" : `, because ${sayCode(code)}`} (${when}).`,
  unmatched: (_, { when }) =>
    `Writ heard of the call only when it was over, so it could not decide beforehand (${when}).`,
  strayed: ({ paths }, { when }) => `The same call also changed files it should not have: ${someOf(paths)} (${when}).`,
  drifted: ({ paths, reason }, { when }) => `Of ${someOf(paths)}: ${sayDrift(reason)} (${when}).`,
  undone: ({ paths }, { who, when }) => `${who} put files back to what they were: ${someOf(paths)} (${when}).`,
  failed: ({ code }, { when }) => `The call failed${code === null ? "" : `, because ${sayCode(code)}`} (${when}).`,
  gap: ({ reason }, { when }) =>
    `Some of what happened around the call is not on record${reason === null ? "" : `: ${reason}`} (${when}).`,
};

function sentenceOf(decided: Decided, nameOf: (by: string) => string): string | null {
  const { decision, at, by, assurance, ticket } = decided;
  const words = {
    when: sayMoment(at),
    who: by === null ? "Somebody" : nameOf(by),
    how: assurance === null ? "" : ` ${sayAssurance[assurance]}`,
    ticket: ticket === null ? "" : `, ticket ${ticket}`,
  };
  return sentences[decision]?.(decided, words) ?? null;
}

const most = 5;

/** The first few of a list, and how many follow. */
export function someOf(items: readonly string[]): string {
  if (items.length === 0) return "none is named";
  return items.length <= most ? items.join(", ") : `${items.slice(0, most).join(", ")} and ${items.length - most} more`;
}
