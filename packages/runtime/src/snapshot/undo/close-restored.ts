import type { SnapshotStore } from "@writ/contracts";
import { mostListed } from "../../workspace/most-listed.ts";
import type { Workspace } from "../../workspace/types.ts";
import { endsOf, isRestored } from "./undo-plan.ts";

/** What is as it was before, by whosever hand, waits for nobody any more; that is on record, so that the gate knows. */
export async function closeRestored(
  { root, decisions, ports }: Pick<Workspace, "root" | "decisions"> & { ports: Pick<Workspace["ports"], "now" | "id"> },
  store: Pick<SnapshotStore, "listUndos" | "settleUndo">,
): Promise<void> {
  const open = (await store.listUndos()).filter(({ settled }) => settled === undefined);
  for (const { id, agent, session, intent, tool, files } of open.filter((record) => isRestored(root, record))) {
    const at = ports.now();
    await decisions.append({
      id: ports.id(),
      timestamp: at,
      decision: "undone",
      agent,
      session,
      intent,
      tool,
      paths: [...new Set(files.flatMap(endsOf).map(({ path }) => path))].slice(0, mostListed),
      reason: id,
      metadata: {},
    });
    await store.settleUndo(id, { at, how: "undone" });
  }
}
