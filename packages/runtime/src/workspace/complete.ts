import type { Event } from "@writ/contracts";
import { applyLessons } from "./apply.ts";
import { readSession } from "./gather.ts";
import { flushHistory } from "./select.ts";
import type { Workspace } from "./types.ts";

/** The host says the work is done (R110): the intent is closed and the brain hears of it. */
export async function complete(workspace: Workspace, event: Event): Promise<void> {
  const now = workspace.ports.now();
  const { intent } = await readSession(workspace, event.session, now);
  if (intent === null) return;
  await flushHistory(workspace, intent);
  await workspace.intents.setStatus(intent, "COMPLETE");
  await applyLessons(workspace, [{ kind: "completion", at: now, intent, paths: [] }]);
}
