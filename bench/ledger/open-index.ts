import { join } from "node:path";
import type { LedgerIndex } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { openSqliteIndex } from "@writ/stores";

/** The index of a sidecar's ledgers, as of now. */
export async function openUpdated(sidecar: string): Promise<LedgerIndex> {
  const index = await openSqliteIndex({
    state: join(sidecar, ".state"),
    traces: join(sidecar, "agent_trace.jsonl"),
    decisions: join(sidecar, "decisions.jsonl"),
    published: join(sidecar, "ledger"),
    addedIn,
  });
  if (index === null) throw new Error("there is no database for this platform");
  await index.update();
  return index;
}
