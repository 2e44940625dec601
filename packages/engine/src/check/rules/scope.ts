import { type DecisionRecord, isSureEnough } from "@writ/contracts";
import { yesTo } from "../agreed.ts";
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
  const session = facts.traces.find((one) => one.id === trace)?.metadata.session;
  const granted = facts.decisions.filter(
    (one) => one.intent === id && one.session === session && isExpansion(one, facts, gate),
  );
  if (ownsOrMakes([...intent.ownedScope, ...granted.flatMap(({ globs = [] }) => globs)])(path)) return [];
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

/** More scope is granted by a person's yes to the ticket that asked for it, as sure as the config wants. */
export function isExpansion({ decision, ticket }: DecisionRecord, facts: CheckFacts, { assurance }: Gate): boolean {
  const yes = decision === "expanded" ? yesTo(ticket, facts) : null;
  return yes !== null && isSureEnough(yes.assurance ?? "script", assurance.expansion);
}
