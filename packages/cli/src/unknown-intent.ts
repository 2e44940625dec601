import { ProblemError, problem } from "@writ/contracts";
import { exportTraces, type Writ } from "@writ/runtime";
import { listening } from "./blame/listening.ts";
import { openPublished } from "./history/published.ts";
import { readIntents } from "./intents.ts";
import type { Context, Io } from "./io.ts";
import { visible } from "./text/visible.ts";

/** Says beside an empty answer that nobody knows the intent it is about: it may only be spelled otherwise. */
export async function noteUnknownIntent(writ: Writ, intent: string, { error }: Pick<Io, "error">): Promise<void> {
  const available = await otherIntents(writ, intent);
  if (available === null) return;
  for await (const _ of exportTraces(writ.root, { query: { intent } })) return;
  error(`No intent is called ${visible(intent)}, and no change is on record under it. See: writ intent list`);
}

/** Throws where nobody knows the intent that an empty answer is about: it is not there, and nothing is on record of it. */
export async function refuseUnknownIntent(writ: Writ, intent: string, context: Context): Promise<void> {
  const available = await otherIntents(writ, intent);
  if (available === null || (await isOnRecord(writ, intent, context))) return;
  const said = problem("INTENT_NOT_FOUND", { intent, available });
  throw new ProblemError({
    ...said,
    hint: "Nothing is on record under it either. See what there is with: writ intent list",
  });
}

/** The intents there are, where this one is not among them; `null` where it is, or nobody can tell. */
async function otherIntents(writ: Writ, intent: string): Promise<string[] | null> {
  // What is wrong with the file of the intents is said by commands that need it.
  const intents = await readIntents(writ).catch(() => null);
  const ids = intents?.map(({ id }) => id) ?? null;
  if (ids === null || ids.includes(intent)) return null;
  const proposals = await writ.state.listProposals();
  return proposals.some(({ id }) => id === intent) ? null : ids;
}

async function isOnRecord(writ: Writ, intent: string, context: Context): Promise<boolean> {
  const reader = await listening(context, (listener) => openPublished(writ, listener));
  try {
    for await (const _ of reader.read({ intent }, 1)) return true;
    return false;
  } finally {
    reader.close();
  }
}
