import type { Intent } from "@writ/contracts";
import type { SidecarAt } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { type Made, madeInRange } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";

/** Lines an agent made stand under an intent that a person agreed to, and that outlives the change. */
export const intents: Rule = (facts) => {
  const known = new Map(facts.now.intents.map((intent) => [intent.id, intent]));
  const found = madeInRange(facts).flatMap((made) => judge(made, known));
  return isUnread(facts.now) ? found.filter(({ rule }) => rule !== "unknown-intent") : found;
};

/** Whether nobody can say which intents there are: that is what there is to mend, and it is told by itself. */
const isUnread = ({ faults }: SidecarAt): boolean => faults.some(({ path }) => path.includes("/active_intents."));

function judge({ path, lines, intent: id, imported, isErased }: Made, known: ReadonlyMap<string, Intent>): Found[] {
  const here = { path, lines };
  if (isErased)
    return [
      {
        ...here,
        rule: "no-intent",
        message: `An agent changed ${path}, and the record of it was erased before it was judged.`,
        hint: "Erase once the change is in, or take the lines out and make them again under an intent.",
      },
    ];
  if (imported)
    return [
      {
        ...here,
        rule: "no-intent",
        message: `An agent changed ${path}, as an imported record says; Writ did not see it, and no intent covers it.`,
        hint: "Look at the lines as if they had been written without an intent, then let an agent under one, or a person, make them.",
      },
    ];
  if (id === null)
    return [
      {
        ...here,
        rule: "no-intent",
        message: `An agent changed ${path} without an intent.`,
        hint: "Let it select an intent and make the change again, or take the lines out.",
      },
    ];
  const intent = known.get(id);
  const about = { ...here, intent: id };
  if (intent === undefined)
    return [
      {
        ...about,
        rule: "unknown-intent",
        message: `${path} was changed under ${id}, which is not in active_intents.yaml.`,
        hint: `Add ${id} back, or make the change under an intent that is there.`,
      },
    ];
  if (intent.proposed === true)
    return [
      {
        ...about,
        rule: "proposed-intent",
        message: `${path} was changed under ${id}, which is only proposed.`,
        hint: `A person accepts it with: writ intent accept ${shellWord(id)}`,
      },
    ];
  if (intent.quick !== undefined)
    return [
      {
        ...about,
        rule: "quick-intent",
        message: `${path} was changed under ${id}, a quick intent that was not made a full one.`,
        hint: `Take its quick limits out of active_intents.yaml (writ intent edit ${shellWord(id)}), or make the change under a full intent.`,
      },
    ];
  return [];
}
