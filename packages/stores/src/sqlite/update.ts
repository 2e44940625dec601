import { closeSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import { adoptOrphans } from "./adopt.ts";
import { type Batch, openBatch } from "./batch.ts";
import { type Block, readBlocks } from "./blocks.ts";
import { put, readCount } from "./counts.ts";
import type { IndexDatabase } from "./database.ts";
import { dropFrom, dropSource, sweep } from "./drop.ts";
import { fateOf, prefixOf } from "./fate.ts";
import type { Sql } from "./libsql.ts";
import { openPlain, withFile } from "./plain-file.ts";
import type { AddedIn } from "./row.ts";
import { settle } from "./settle.ts";
import {
  addSource,
  type IndexedFiles,
  lookAround,
  lookOf,
  noteSource,
  readSources,
  type SeenFile,
  type Source,
} from "./sources.ts";

/** So many bytes of ledgers are taken in at once, while other writers wait: rows are written in their order, so more is faster. */
const sliceBytes = 96 * 1024 * 1024;

const longBytes = 8 * 1024 * 1024;

export type OnProgress = (doneBytes: number, allBytes: number) => void;

/** What a slice works with. */
interface Slice {
  sql: Sql;
  addedIn: AddedIn;
  batch: Batch;
  sources: Map<string, Source>;
  seen: readonly SeenFile[];
  /** Bytes that may still be read in this slice. */
  room: number;
  onBytes(count: number): void;
}

/**
 * Brings the index up to what the ledgers hold now. Any number of processes may do so at once: each does what is left
 * to do when its turn comes, slice by slice, and one that is killed leaves the slices it finished.
 */
export async function catchUp(
  database: IndexDatabase,
  files: IndexedFiles,
  addedIn: AddedIn,
  onProgress: OnProgress = () => {},
): Promise<void> {
  const { sql } = database;
  for (let isDone = isUpToDate(sql, await lookAround(files)); !isDone; await breathe()) {
    await database.begin();
    let isLong = false;
    try {
      const slice = openSlice({ sql, addedIn, sources: readSources(sql), seen: await lookAround(files) }, onProgress);
      isDone = await takeSlice(slice);
      put(sql, "looked", isDone ? lookOf(slice.seen) : 0);
      isLong = sliceBytes - slice.room > longBytes;
      sql.exec("COMMIT");
    } catch (error) {
      database.rollBack();
      throw error;
    }
    if (isLong) database.tidy();
  }
}

/** Most often nothing changed, and nobody needs to wait for anybody; nor is each of thousands of ledgers asked for. */
function isUpToDate(sql: Sql, seen: readonly SeenFile[]): boolean {
  const looked = lookOf(seen);
  return looked !== 0 && looked === readCount(sql, "looked") && readCount(sql, "orphans") === 0;
}

type Given = Pick<Slice, "sql" | "addedIn" | "sources" | "seen">;

function openSlice(given: Given, onProgress: OnProgress): Slice {
  const { sql, sources, seen } = given;
  const all = seen.reduce((sum, { size }) => sum + size, 0);
  let done = [...sources.values()].reduce((sum, { taken }) => sum + taken, 0);
  const onBytes = (count: number): void => {
    done += count;
    onProgress(Math.min(done, all), all);
  };
  return { ...given, batch: openBatch(sql), room: sliceBytes, onBytes };
}

/** Takes in as much as there is room for; whether that was all. */
async function takeSlice(slice: Slice): Promise<boolean> {
  const { sql, sources, seen, batch, addedIn } = slice;
  const open = toRead(slice);
  const byNr = new Map([...sources.values()].map((source) => [source.nr, source]));
  const sourceOf = (nr: number) => byNr.get(nr);
  for (const { file, source } of open) {
    if (slice.room > 0 && (await takeIn(file, source, slice, sourceOf))) continue;
    batch.flush();
    return false;
  }
  const paths = new Map(seen.map(({ name, path }) => [name, path]));
  const stale = adoptOrphans({ sql, batch, addedIn, sourceOf, pathOf: ({ name }) => paths.get(name) });
  batch.flush();
  for (const source of stale) forget(slice, source);
  sweep(sql);
  return stale.size === 0;
}

/** Forgets what is not there any more, and gives what is to be read. */
function toRead(slice: Slice): { file: SeenFile; source: Source }[] {
  const { sql, sources, seen } = slice;
  const names = new Set(seen.map(({ name }) => name));
  for (const source of [...sources.values()]) if (!names.has(source.name)) forget(slice, source);
  return seen.flatMap((file) => {
    const known = sources.get(file.name);
    const fate = known === undefined ? "other" : fateOf(sql, known, file);
    if (fate === "same") return [];
    if (fate === "other" && known !== undefined) forget(slice, known);
    const source = sources.get(file.name) ?? addSource(sql, file);
    sources.set(file.name, source);
    return [{ file, source }];
  });
}

function forget({ sql, sources, onBytes }: Slice, source: Source): void {
  dropSource(sql, source);
  sources.delete(source.name);
  onBytes(-source.taken);
}

/** Takes in what a ledger has more than is known of it; whether that was all. */
async function takeIn(
  file: SeenFile,
  source: Source,
  slice: Slice,
  sourceOf: (nr: number) => Source | undefined,
): Promise<boolean> {
  const { sql, batch, addedIn } = slice;
  // What stood after the records that are there for good is read again, with what follows now.
  dropFrom(sql, source, source.taken);
  let at = source.taken;
  for (const block of blocksOf(file, source)) {
    settle(block.entries, source, { sql, batch, addedIn, sourceOf });
    slice.room -= block.to - at;
    slice.onBytes(block.to - at);
    source.taken = block.taken;
    at = block.to;
    if (slice.room <= 0 && block.isWhole) break;
    await breathe();
  }
  const isAll = at >= file.size;
  const prefix = withFile(file.path, (fd) => prefixOf(fd, source.taken)) ?? "";
  Object.assign(source, { prefix, size: isAll ? file.size : -1, stamp: isAll ? file.stamp : "" });
  noteSource(sql, source);
  return isAll;
}

function* blocksOf({ path, size }: SeenFile, { kind, taken }: Source): Generator<Block> {
  const fd = openPlain(path);
  if (fd === null) return;
  try {
    yield* readBlocks(fd, kind, taken, size);
  } finally {
    closeSync(fd);
  }
}
