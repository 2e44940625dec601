import type { SnapshotStore, UndoRecord } from "@writ/contracts";
import { messageOfDrift, toldOfDrift } from "./told.ts";

/** What a session's person and model have not heard of, because no call was there to tell it with. */
export interface ToldLate {
  context: string[];
  messages: string[];
  /** Once it was told: it is not told again. */
  finish(): Promise<void>;
}

/** Says what changed between the calls of a session and still waits for a person. */
export async function tellDrift(session: string, store: SnapshotStore): Promise<ToldLate> {
  const late = (await store.listUndos()).flatMap((record) => {
    const { untold = [], files, settled } = record;
    const paths = untold.filter((path) => files.some((file) => file.path === path));
    return record.session === session && settled === undefined && paths.length > 0 ? [{ record, paths }] : [];
  });
  return {
    context: late.map(({ record, paths }) => toldOfDrift(record, paths)),
    messages: late.map(({ record, paths }) => messageOfDrift(record, paths)),
    async finish() {
      for (const { record } of late) await store.putUndo(toldOf(record));
    },
  };
}

function toldOf({ untold: _, ...record }: UndoRecord): UndoRecord {
  return record;
}
