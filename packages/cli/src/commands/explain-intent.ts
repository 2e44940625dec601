import type { Explanation, Writ } from "@writ/runtime";
import { readIntents } from "../intents.ts";

type Subject = Parameters<Writ["explain"]>[0];

/** What would be decided, and under which intent. */
export interface Judged {
  readonly explanation: Explanation;
  /** How the intent was chosen, for whoever named none. */
  readonly under?: string;
}

/** More intents are not tried. */
const mostTried = 20;

const closed: readonly (string | null)[] = ["INTENT_CLOSED", "INTENT_IGNORED"];

/**
 * Judges for somebody who named no intent: as under the one that is open, or under all of them where that makes no
 * difference. What an agent would hear that has selected none helps nobody who wants to know what a command does.
 */
export async function judgeUnderAny(writ: Writ, subject: Subject, cwd: string): Promise<Judged> {
  const bare = await writ.explain(subject, null, cwd);
  if (bare.code !== "NO_ACTIVE_INTENT") return { explanation: bare };
  const tried: { id: string; explanation: Explanation }[] = [];
  for (const { id, proposed } of (await readIntents(writ)).slice(0, mostTried)) {
    const explanation = await writ.explain(subject, id, cwd);
    if (proposed !== true && !closed.includes(explanation.code)) tried.push({ id, explanation });
  }
  const [first] = tried;
  if (first === undefined)
    return {
      explanation: {
        ...bare,
        message: "No intent is open, and nothing is changed without one. Add one with: writ intent add",
      },
    };
  if (tried.length === 1) return { explanation: first.explanation, under: `under ${first.id}, the only open intent` };
  const saying = ({ verdict, code }: Explanation): string => (code === null ? verdict : `${verdict} ${code}`);
  if (tried.every(({ explanation }) => saying(explanation) === saying(first.explanation)))
    return { explanation: first.explanation, under: `under ${first.id}, and the same under every open intent` };
  const each = tried.map(({ id, explanation }) => `under ${id}: ${saying(explanation)}`).join("; ");
  return { explanation: { ...bare, message: `It depends on the intent. ${each}. To see one: --intent ${first.id}` } };
}
