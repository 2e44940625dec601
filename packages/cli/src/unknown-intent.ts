import { exportTraces, type Writ } from "@writ/runtime";
import { readIntents } from "./intents.ts";
import type { Io } from "./io.ts";
import { visible } from "./text/visible.ts";

/** Says beside an empty answer that nobody knows the intent it is about: it may only be spelled otherwise. */
export async function noteUnknownIntent(writ: Writ, intent: string, { error }: Pick<Io, "error">): Promise<void> {
  // What is wrong with the file of the intents is said by commands that need it.
  const intents = await readIntents(writ).catch(() => null);
  if (intents === null || intents.some(({ id }) => id === intent)) return;
  for await (const _ of exportTraces(writ.root, { query: { intent } })) return;
  error(`No intent is called ${visible(intent)}, and no change is on record under it. See: writ intent list`);
}
