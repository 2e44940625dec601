import { type DecisionRecord, isSureEnough, type LineSpan, type TraceRecord } from "@writ/contracts";
import { wordFor, yesTo } from "../agreed.ts";
import type { CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { type Gate, ownsOrMakes } from "../gate.ts";
import { type Made, madeInRange } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";

/** What an agent changed lies in the scope of its intent, as the head has it, or in what a person granted beyond it. */
export const scope: Rule = (facts, gate) => madeInRange(facts).flatMap((made) => judge(made, facts, gate));

function judge({ path, lines, intent: id, trace, imported }: Made, facts: CheckFacts, gate: Gate): Found[] {
  const intent = facts.now.intents.find((one) => one.id === id);
  // Lines without an intent that counts are another rule's.
  if (intent === undefined || intent.proposed === true || imported) return [];
  const record = facts.traces.find((one) => one.id === trace);
  const session = record?.metadata.session;
  const granted = facts.decisions.filter(
    (one) => one.intent === id && one.session === session && isExpansion(one, facts, gate),
  );
  const owns = ownsOrMakes([...intent.ownedScope, ...granted.flatMap(({ globs = [] }) => globs)]);
  if (owns(path)) return [];
  if (record !== undefined && isMovedByOthers(path, record, facts) && Object.keys(record.metadata.files).every(owns))
    return moved({ path, lines, intent: intent.id }, facts, gate);
  const was = facts.before.intents.find((one) => one.id === id);
  const narrowed = was !== undefined && ownsOrMakes(was.ownedScope)(path);
  return [
    {
      rule: "out-of-scope",
      path,
      lines,
      intent: intent.id,
      message: `${path} was changed under ${intent.id}, whose scope does not cover it${narrowed ? " any more" : ""}.`,
      hint: `Take the change out, or widen the scope: writ intent edit ${shellWord(intent.id)} --add-scope ${shellWord(path)}`,
    },
  ];
}

/** Whether no call wrote to a file by this name, so that lines of one came there without an agent. */
const isMovedByOthers = (path: string, { metadata }: TraceRecord, { traces }: CheckFacts): boolean =>
  [metadata, ...traces.map((one) => one.metadata)].every(({ files }) => !Object.hasOwn(files, path));

/** People may put what an agent wrote in its scope where they want it. */
function moved(here: { path: string; lines: LineSpan[]; intent: string }, facts: CheckFacts, gate: Gate): Found[] {
  const { path, intent } = here;
  const file = facts.files.find((one) => one.path === path);
  if (file !== undefined && wordFor(file, facts, gate.assurance.sensitive).state === "agreed") return [];
  return [
    {
      ...here,
      rule: "out-of-scope",
      most: "warn",
      message: `${path} has what was written under ${intent} in its scope, and was moved to where that does not reach.`,
      hint: `Whoever moved it says so: writ approve --file ${shellWord(path)}`,
    },
  ];
}

/** More scope is granted by a person's yes to the ticket that asked for it, as sure as the config wants. */
export function isExpansion({ decision, ticket }: DecisionRecord, facts: CheckFacts, { assurance }: Gate): boolean {
  const yes = decision === "expanded" ? yesTo(ticket, facts) : null;
  return yes !== null && isSureEnough(yes.assurance ?? "script", assurance.expansion);
}
