import type { LedgerIndex, TraceQuery } from "@writ/contracts";
import type { ReportIntent } from "@writ/engine/report";
import type { Workspace } from "../workspace/types.ts";
import type { Standing } from "./look.ts";
import type { Periods } from "./periods.ts";

/** What was done under each intent, most lines first; those in progress also where nothing was. */
export async function tellIntents(
  workspace: Workspace,
  index: LedgerIndex,
  query: TraceQuery,
  periods: Periods,
  standing: Standing,
): Promise<ReportIntent[]> {
  const read = await workspace.intents.read();
  const known = new Map(read.state === "ok" ? read.intents.map((intent) => [intent.id, intent]) : []);
  const tallies = new Map((await index.tally("intent", query)).map((tally) => [tally.key, tally]));
  const files = await index.countEach("intent", "file", query);
  const sessions = await index.countEach("intent", "session", query);
  const byPeriod = periods.spread(await index.tallyPairs("intent", "day", query));
  const open = [...known.values()].filter(({ status }) => status === "IN_PROGRESS").map(({ id }) => id);
  const ids = new Set([...tallies.keys(), ...open]);
  return [...ids]
    .filter((id) => query.intent === undefined || id === query.intent)
    .map((id) => ({
      id,
      name: known.get(id)?.name ?? null,
      status: known.get(id)?.status ?? null,
      changes: tallies.get(id)?.traces ?? 0,
      files: files.get(id) ?? 0,
      sessions: sessions.get(id) ?? 0,
      linesAdded: tallies.get(id)?.linesAdded ?? 0,
      linesRemoved: tallies.get(id)?.linesRemoved ?? 0,
      linesNow: standing.left === 0 ? (standing.intents.get(id) ?? 0) : null,
      byPeriod: byPeriod.get(id) ?? periods.starts.map(() => 0),
    }))
    .sort((one, other) => other.linesAdded - one.linesAdded || (one.id < other.id ? -1 : 1));
}
