import type { DecisionRecord, Intent } from "@writ/contracts";
import type { CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { ownsOrMakes } from "../gate.ts";
import { type Made, madeInRange } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";

/** What an agent changed lies in the scope of its intent, as the head has it, or in what a person granted beyond it. */
export const scope: Rule = (facts) => madeInRange(facts).flatMap((made) => judge(made, facts));

function judge({ path, lines, intent: id, trace, imported }: Made, facts: CheckFacts): Found[] {
  const intent = facts.now.intents.find((one) => one.id === id);
  // Lines without an intent that counts are another rule's.
  if (intent === undefined || intent.proposed === true || imported) return [];
  const session = facts.traces.find((one) => one.id === trace)?.metadata.session;
  const granted = facts.decisions.filter(
    (one) => one.decision === "expanded" && one.intent === id && one.session === session,
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

const file = ".orchestration/active_intents.yaml";

/** Intents that own more at the head than at the base, or are new, and whether a person's word for that is on record. */
export const widening: Rule = (facts) => {
  if (!facts.before.exists) return [];
  return facts.now.intents.flatMap((intent) => {
    const was = facts.before.intents.find(({ id }) => id === intent.id);
    const more = moreThan(intent, was);
    if (more.length === 0 || intent.proposed === true) return [];
    const what = was === undefined ? `${intent.id} is new and owns` : `${intent.id} owns more since this change:`;
    return [widened(intent.id, `${what} ${more.map(({ words }) => words).join(", ")}.`, more, facts.decisions)];
  });
};

interface More {
  glob: string;
  words: string;
  /** Whether it is a glob to be accepted; an exclusion that is gone is none. */
  isAdded: boolean;
}

function moreThan({ ownedScope }: Intent, was: Intent | undefined): More[] {
  const before = was?.ownedScope ?? [];
  const added = ownedScope.filter((glob) => !glob.startsWith("!") && !before.includes(glob));
  const lifted = before.filter((glob) => glob.startsWith("!") && !ownedScope.includes(glob));
  return [
    ...added.map((glob) => ({ glob, words: glob, isAdded: true })),
    ...lifted.map((glob) => ({ glob, words: `${glob.slice(1)}, which was left out before`, isAdded: false })),
  ];
}

function widened(intent: string, what: string, more: readonly More[], decisions: readonly DecisionRecord[]): Found {
  const accepted = decisions.findLast((one) => one.by !== undefined && isAnswer(one, intent, more));
  if (accepted?.by === undefined)
    return {
      rule: "scope-unapproved",
      path: file,
      intent,
      message: `${what} It is not on record that a person decided so.`,
      hint: `Look whether the work needs it; whoever wrote it says so with: writ approve --file ${file}`,
    };
  return {
    rule: "scope-widened",
    path: file,
    intent,
    message: `${what} ${accepted.by} accepted it (${accepted.assurance ?? "script"}).`,
    hint: "Look whether the work needs it.",
  };
}

function isAnswer(
  { decision, intent: about, globs = [], paths = [] }: DecisionRecord,
  intent: string,
  more: readonly More[],
): boolean {
  if (decision === "accepted" && about === intent)
    return more.every(({ glob, isAdded }) => !isAdded || globs.includes(glob));
  return decision === "approved" && paths.some((path) => /^\.orchestration\/active_intents\.ya?ml$/.test(path));
}
