import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotStore, TreeState, UndoRecord } from "@writ/contracts";
import { withFileLock } from "../lock/file-lock.ts";
import { newShortId } from "../short-id.ts";
import { namesIn, valueIn, writeJson } from "../state/json-file.ts";
import { fileNameOf } from "../state/names.ts";
import { type Seal, sealOf } from "../state/sealing.ts";
import { statePath } from "../state/sidecar.ts";
import { isTree, isUndo, type TreeOnDisk } from "./check.ts";
import { dropLost, dropUnused, keptRecords, sizeIn } from "./clean.ts";
import { openObjects } from "./objects.ts";

function toDisk({ files, guarded, watched, ...rest }: TreeState): TreeOnDisk {
  const noted = watched === undefined ? {} : { watched: [...watched] };
  return { v: 1, ...rest, ...noted, files: [...files], guarded: [...guarded] };
}

function fromDisk({ v: _, files, guarded, watched, ...rest }: TreeOnDisk): TreeState {
  const noted = watched === undefined || watched === null ? {} : { watched: new Map(watched) };
  return { ...rest, ...noted, files: new Map(files), guarded: new Map(guarded) };
}

function treeIn(path: string, seal: Seal): TreeState | null {
  const found = valueIn(path, isTree, seal);
  return found === null ? null : fromDisk(found);
}

const newestFirst = (one: UndoRecord, other: UndoRecord): number =>
  one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1;

/** Looks at the work tree and copies for undo, kept in `.orchestration/.state/`. */
export function openFileSnapshots(state: string): SnapshotStore {
  const last = () => statePath(state, "snapshot.json");
  const befores = () => statePath(state, "snapshots");
  const beforeOf = (id: string) => statePath(state, "snapshots", `${fileNameOf(id)}.json`);
  const undos = () => statePath(state, "undo", "records");
  const undoOf = (id: string) => statePath(state, "undo", "records", `${fileNameOf(id)}.json`);
  /** A look says whose a change is. */
  const read = (path: string): TreeState | null => treeIn(path, sealOf(state, path));
  const write = (path: string, tree: TreeState): Promise<void> =>
    writeJson(path, toDisk(tree), { seal: sealOf(state, path) });
  const copies = statePath(state, "undo", "objects");
  const objects = openObjects(copies);
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => withFileLock(statePath(state, "locks", "undo.lock"), run);
  const listUndos = (): UndoRecord[] =>
    namesIn(undos())
      .filter((name) => !name.startsWith("."))
      .flatMap((name) => valueIn(join(undos(), name), isUndo) ?? [])
      .sort(newestFirst);

  return {
    readLast: async () => read(last()),
    writeLast: (tree) => write(last(), tree),
    readBefore: async (id) => read(beforeOf(id)),
    putBefore: (id, tree) => write(beforeOf(id), tree),
    dropBefore: async (id) => rmSync(beforeOf(id), { force: true }),
    async watchAnew(change) {
      const looks = namesIn(befores()).filter((name) => name.endsWith(".json") && !name.startsWith("."));
      for (const path of [last(), ...looks.map((name) => join(befores(), name))]) {
        const tree = read(path);
        if (tree?.watched === undefined) continue;
        const watched = change(tree.watched);
        // A call that ended meanwhile needs no look any more.
        if (watched !== tree.watched && existsSync(path)) await write(path, { ...tree, watched });
      }
    },
    readObject: async (hash) => objects.read(hash),
    hasObject: (hash) => objects.has(hash),
    copyOf: (hash) => (!objects.has(hash) ? "gone" : objects.read(hash) === null ? "damaged" : "whole"),
    putObject: async (hash, bytes) => objects.put(hash, bytes),
    listUndos: async () => listUndos(),
    async putUndo(record) {
      const kept: UndoRecord = { ...record, id: record.id ?? newShortId("U") };
      await writeJson(undoOf(kept.id), kept, { sync: true });
      return kept;
    },
    settleUndo: (id, settled) =>
      inTurn(async () => {
        const known = valueIn(undoOf(id), isUndo);
        if (known !== null) await writeJson(undoOf(id), { ...known, settled }, { sync: true });
      }),
    clean: (now, keptDays = 7, gone = []) =>
      inTurn(async () => {
        const all = listUndos();
        const kept = keptRecords(all, now, keptDays, sizeIn(copies));
        for (const { id } of all.filter((record) => !kept.includes(record))) rmSync(undoOf(id), { force: true });
        dropLost(befores(), now);
        const looks = namesIn(befores()).flatMap((name) => read(join(befores(), name)) ?? []);
        const newest = read(last());
        dropUnused(objects, copies, kept, newest === null ? looks : [newest, ...looks], gone);
      }),
  };
}
