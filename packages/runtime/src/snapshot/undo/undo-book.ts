import type { UndoRecord } from "@writ/contracts";
import { openFileSnapshots, toShortId } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import { carryOut, type Undone } from "./undo.ts";
import { planUndo, type UndoStep } from "./undo-plan.ts";

/** What can be put back in a workspace. */
export interface UndoBook {
  /** Newest first. */
  list(): Promise<UndoRecord[]>;
  /** By its id, as a person typed it. */
  find(typed: string): Promise<UndoRecord | null>;
  /** What undoing it would do now, file by file. */
  plan(record: UndoRecord): UndoStep[];
  /** Puts these files back; what is there now is copied first. */
  carryOut(
    record: UndoRecord,
    steps: readonly UndoStep[],
    stamp: { at: string; agent: string; session: string },
  ): Promise<Undone>;
  /** A person agrees to what was changed. */
  keep(id: string, at: string): Promise<void>;
}

/** Opens the undo records of a workspace. */
export function openUndoBook(root: string): UndoBook {
  const store = openFileSnapshots(sidecarPaths(root).state);
  return {
    list: () => store.listUndos(),
    async find(typed) {
      const id = toShortId("U", typed);
      return (await store.listUndos()).find((record) => record.id === id) ?? null;
    },
    plan: (record) => planUndo(root, record, store),
    carryOut: (record, steps, stamp) => carryOut(root, record, steps, store, stamp),
    keep: (id, at) => store.settleUndo(id, { at, how: "kept" }),
  };
}
