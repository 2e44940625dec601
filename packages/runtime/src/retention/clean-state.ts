import { type Config, defaultConfig } from "@writ/contracts";
import { cleanSessions, cleanTickets, dropOld, openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";

/** Makes room in `.state/` for what is long over. The ledgers are never touched: they keep what happened. */
export async function cleanState(workspace: Workspace, now: string): Promise<void> {
  const { state } = workspace.paths;
  const days = await retentionOf(workspace);
  await cleanSessions(state, now, days.sessions);
  await cleanTickets(state, now, days.tickets);
  await openFileSnapshots(state).clean(now, days.undo);
  dropOld(state, "lines", now, days.lines);
  dropOld(state, "quarantine", now, days.quarantine, isRepairs);
}

/** What a repair took out of a ledger, with the note beside it, is still part of the records. */
const isRepairs = (name: string): boolean => /\.\d{14}-[0-9a-f]{6}\.(lines|json)$/.test(name);

/** Where the config cannot be used, whoever decides says so; nothing goes sooner than it would without one. */
async function retentionOf({ readConfig }: Workspace): Promise<Config["retention"]> {
  return readConfig().then(
    ({ config }) => config.retention,
    () => defaultConfig.retention,
  );
}
