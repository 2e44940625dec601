import type { RecordedChange, Stretch } from "@writ/runtime";
import { sayMoment } from "../text/moment.ts";
import { nameIn } from "../text/name-in.ts";

/** Who made lines and when, and what is not known of it. `first` is when the first change on record was made. */
export function authorWords(stretch: Stretch, first: string | null): string[] {
  const { author, change, trace, why, before, from, to } = stretch;
  const these = from === to ? "this line" : "these lines";
  const claim = change === null ? [] : claimWords(change);
  if (author === "unknown") return [`Who made ${these} is not known${why === null ? "" : `: ${why}`}.`, ...claim];
  if (author === "human") return [`A person made ${these}. ${humanWords(from === to, before, first)}`, ...claim];
  if (change !== null) return [agentWords(change), ...claim];
  const record = trace === null ? "The record" : `The record, ${trace},`;
  return [`An AI agent made ${these}. ${record} is not in this copy: it was never published, or is gone.`];
}

function agentWords({ erased, at, agent, model, session }: RecordedChange): string {
  if (erased) return `AI, on ${sayMoment(at)}. Which agent, in which session and under which intent was erased.`;
  const where = nameIn(session) === null ? "" : `, in session ${session}`;
  const who = `${nameIn(agent) ?? "an agent that is not named"} with ${nameIn(model) ?? "a model it did not name"}`;
  return `AI: ${who}${where}, on ${sayMoment(at)}.`;
}

/** What Writ did not see is said to be somebody else's word. */
function claimWords({ imported }: RecordedChange): string[] {
  if (imported === null) return [];
  return [
    `Writ did not see it: somebody else's record says so, imported on ${sayMoment(imported.at)} (${imported.format}).`,
  ];
}

function humanWords(isOne: boolean, before: boolean | null, first: string | null): string {
  const it = isOne ? "It was" : "They were";
  if (first === null) return "No change of this file by an agent is on record.";
  if (before === true) return `${it} there before the first change on record, of ${sayMoment(first)}.`;
  if (before === false) return `${it} written outside of the calls that are on record.`;
  return `${it} there before the first change on record, or came between the calls; which of the two cannot be told.`;
}
