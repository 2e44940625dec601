import type { Alarm, Event } from "@writ/contracts";
import { notice } from "../snapshot/alarms/notice.ts";
import type { Workspace } from "./types.ts";

/** What there is to tell a user about an event. */
interface Telling {
  messages?: readonly string[];
}

/** The result of an event, with the alarms that were raised when it began told first. */
export async function withAlarms<T extends Telling>(alarms: readonly Alarm[], result: T): Promise<T> {
  if (alarms.length === 0) return result;
  const { messageOfAlarms } = await import("../snapshot/strays/told.ts");
  return { ...result, messages: [messageOfAlarms(alarms), ...(result.messages ?? [])] };
}

/**
 * Handles an event that decides nothing, after a look at the guard's files. A look that fails keeps no session from
 * going on: decisions do not rely on files that could not be looked at.
 */
export async function noticed<T extends Telling>(
  workspace: Workspace,
  event: Event,
  run: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const alarms = await notice(workspace, event).catch(() => []);
  return withAlarms(alarms, await run({ ...workspace, noticed: alarms }));
}
