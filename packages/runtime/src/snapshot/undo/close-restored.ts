import type { SnapshotStore } from "@writ/contracts";
import { isRestored } from "./undo-plan.ts";

/** What is as it was before, by whosever hand, waits for nobody any more. */
export async function closeRestored(
  root: string,
  store: Pick<SnapshotStore, "listUndos" | "settleUndo">,
  at: string,
): Promise<void> {
  const open = (await store.listUndos()).filter(({ settled }) => settled === undefined);
  for (const { id } of open.filter((record) => isRestored(root, record)))
    await store.settleUndo(id, { at, how: "undone" });
}
