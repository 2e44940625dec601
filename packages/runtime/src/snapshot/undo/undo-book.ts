import { randomUUID } from "node:crypto";
import type { UndoRecord } from "@writ/contracts";
import { openFileSnapshots, toShortId } from "@writ/stores";
import { gitTop } from "../../git/folders.ts";
import { sidecarPaths } from "../../paths.ts";
import { openLedgers } from "../../workspace/ledgers.ts";
import { startClock } from "../look/clock.ts";
import { asCommitted } from "../look/untrue.ts";
import { closeRestored } from "./close-restored.ts";
import { carryOut, type Undone } from "./undo.ts";
import { planUndo, type UndoStep } from "./undo-plan.ts";

/** What can be put back in a workspace. */
export interface UndoBook {
  /** Newest first. What is as it was by now is closed. */
  list(): Promise<UndoRecord[]>;
  /** By its id, as a person typed it. */
  find(typed: string): Promise<UndoRecord | null>;
  /** What undoing it would do now, file by file. */
  plan(record: UndoRecord): Promise<UndoStep[]>;
  /** Puts these files back; what is there now is copied first. */
  carryOut(
    record: UndoRecord,
    steps: readonly UndoStep[],
    stamp: { at: string; agent: string; session: string },
  ): Promise<Undone>;
  /** A person agrees to what was changed. */
  keep(id: string, at: string): Promise<void>;
}

/** Says of what is ready whether it was committed since. */
async function withCommitted(root: string, steps: readonly UndoStep[]): Promise<UndoStep[]> {
  const left = steps.flatMap(({ file: { path, after }, state }) => (state === "ready" && after !== null ? [path] : []));
  const committed = gitTop(root) === null ? new Set() : await asCommitted(root, left, startClock());
  return steps.map((step) => (committed.has(step.file.path) ? { ...step, isCommitted: true } : step));
}

/** Opens the undo records of a workspace. */
export function openUndoBook(root: string): UndoBook {
  const paths = sidecarPaths(root);
  const store = openFileSnapshots(paths.state);
  const { decisions } = openLedgers(root, paths);
  const ports = { now: () => new Date().toISOString(), id: randomUUID };
  return {
    async list() {
      // Where nothing can be written, what can be read is listed.
      await closeRestored({ root, decisions, ports }, store).catch(() => {});
      return store.listUndos();
    },
    async find(typed) {
      const id = toShortId("U", typed);
      return (await store.listUndos()).find((record) => record.id === id) ?? null;
    },
    plan: (record) => withCommitted(root, planUndo(root, record, store)),
    carryOut: (record, steps, stamp) => carryOut(root, record, steps, store, stamp),
    keep: (id, at) => store.settleUndo(id, { at, how: "kept" }),
  };
}
