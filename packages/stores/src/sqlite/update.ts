import { closeSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { type Batch, openBatch } from "./batch.ts";
import { type Block, readBlocks } from "./blocks.ts";
import { put, readCount } from "./counts.ts";
import type { IndexDatabase } from "./database.ts";
import { dropFrom, dropSource, sweep } from "./drop.ts";
import { fateOf, prefixOf } from "./fate.ts";
import { type Intake, openIntake } from "./intake.ts";
import type { Sql } from "./libsql.ts";
import { openPlain } from "./plain-file.ts";
import { resettle } from "./resettle.ts";
import type { AddedIn } from "./row.ts";
import {
  addSources,
  type IndexedFiles,
  lookAround,
  lookAtFolders,
  lookAtLive,
  lookOf,
  noteSource,
  openNumbers,
  readSources,
  type SeenFile,
  type Source,
  sourcesWith,
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
  /** Where the names of ledgers start. */
  home: string;
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
  for (let isDone = isUpToDate(sql, await look(sql, files)); !isDone; await breathe()) {
    await database.begin();
    let isLong = false;
    try {
      const looked = await look(sql, files);
      const sources = readSources(sql, looked.isWhole ? "all" : "live");
      const slice = openSlice({ sql, addedIn, sources, seen: looked.seen, home: dirname(files.state) }, onProgress);
      isDone = await takeSlice(slice);
      note(sql, looked, isDone);
      isLong = sliceBytes - slice.room > longBytes;
      sql.exec("COMMIT");
    } catch (error) {
      database.rollBack();
      throw error;
    }
    if (isLong) await database.settle();
  }
}

/** Of more published ledgers than this, their folders are looked at, and each of them only when a folder changed. */
const mostLookedAt = 1000;

/** What a look at the ledgers found: all of them, or the live ones, where the folders of the others are as they were. */
interface Look {
  seen: SeenFile[];
  isWhole: boolean;
  folders: number;
}

async function look(sql: Sql, files: IndexedFiles): Promise<Look> {
  // Before the files: whatever comes meanwhile changes a folder again.
  const folders = await lookAtFolders(files);
  const isKnown = folders !== 0 && folders === readCount(sql, "folders");
  if (isKnown && readCount(sql, "published") > mostLookedAt)
    return { seen: lookAtLive(files), isWhole: false, folders };
  return { seen: await lookAround(files), isWhole: true, folders };
}

/** Most often nothing changed, and nobody needs to wait for anybody; nor is each of thousands of ledgers asked for. */
function isUpToDate(sql: Sql, { seen, isWhole, folders }: Look): boolean {
  const looked = lookOf(seen);
  // The folders were too new to be known when all was taken in.
  if (isWhole && seen.length > mostLookedAt && folders !== 0 && folders !== readCount(sql, "folders")) return false;
  return looked !== 0 && looked === readCount(sql, isWhole ? "looked" : "live") && readCount(sql, "orphans") === 0;
}

function note(sql: Sql, { seen, isWhole, folders }: Look, isDone: boolean): void {
  const live = seen.filter(({ kind }) => kind !== "published");
  put(sql, "looked", isDone && isWhole ? lookOf(seen) : 0);
  put(sql, "live", isDone ? lookOf(live) : 0);
  if (isWhole || !isDone) put(sql, "folders", isDone ? folders : 0);
  if (isWhole) put(sql, "published", seen.length - live.length);
}

type Given = Pick<Slice, "sql" | "addedIn" | "sources" | "seen" | "home">;

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
  const { sql, sources, batch, addedIn, home } = slice;
  const open = toRead(slice);
  const byNr = new Map([...sources.values()].map((source) => [source.nr, source]));
  const sourceOf = (nr: number) => byNr.get(nr) ?? sourcesWith(sql, new Set([nr])).get(nr);
  const intake = openIntake({ sql, batch, addedIn, sourceOf });
  const added: Source[] = [];
  let isAll = true;
  for (const { file, source, isNew } of open) {
    isAll = slice.room > 0;
    if (!isAll) break;
    // What stood after the records that are there for good is read again, with what follows now.
    if (!isNew) dropFrom(sql, source, source.taken);
    isAll = await takeIn(file, source, slice, intake);
    if (isNew) added.push(source);
    else noteSource(sql, source);
    if (!isAll) break;
  }
  intake.settle();
  addSources(sql, added);
  if (!isAll) {
    batch.flush();
    return false;
  }
  const stale = resettle({ sql, batch, addedIn, sourceOf, pathOf: ({ name }) => join(home, name) });
  batch.flush();
  for (const source of stale) forget(slice, source);
  sweep(sql);
  return stale.size === 0;
}

/** Forgets what is not there any more, and gives what is to be read. */
function toRead(slice: Slice): { file: SeenFile; source: Source; isNew: boolean }[] {
  const { sql, sources, seen } = slice;
  const toSource = openNumbers(sql);
  const names = new Set(seen.map(({ name }) => name));
  for (const source of [...sources.values()]) if (!names.has(source.name)) forget(slice, source);
  return seen.flatMap((file) => {
    const known = sources.get(file.name);
    const fate = known === undefined ? "other" : fateOf(sql, known, file);
    if (fate === "same") return [];
    if (fate === "other" && known !== undefined) forget(slice, known);
    const isNew = fate === "other";
    const source = isNew || known === undefined ? toSource(file) : known;
    sources.set(file.name, source);
    return [{ file, source, isNew }];
  });
}

function forget({ sql, sources, onBytes }: Slice, source: Source): void {
  dropSource(sql, source);
  sources.delete(source.name);
  onBytes(-source.taken);
}

/** Takes in what a ledger has more than is known of it; whether that was all. */
async function takeIn(file: SeenFile, source: Source, slice: Slice, intake: Intake): Promise<boolean> {
  const fd = openPlain(file.path);
  if (fd === null) return false;
  try {
    const at = await takeBlocks(readBlocks(fd, source.kind, source.taken, file.size), source, slice, intake);
    const isAll = at >= file.size;
    const prefix = prefixOf(fd, source.taken);
    Object.assign(source, { prefix, size: isAll ? file.size : -1, stamp: isAll ? file.stamp : "" });
    return isAll;
  } finally {
    closeSync(fd);
  }
}

/** Up to where the blocks were read. */
async function takeBlocks(blocks: Iterable<Block>, source: Source, slice: Slice, intake: Intake): Promise<number> {
  let at = source.taken;
  for (const block of blocks) {
    const isSettled = intake.add(block.entries, source);
    slice.room -= block.to - at;
    slice.onBytes(block.to - at);
    source.taken = block.taken;
    at = block.to;
    if (slice.room <= 0 && block.isWhole) break;
    if (isSettled) await breathe();
  }
  return at;
}
