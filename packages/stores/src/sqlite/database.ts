import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withFileLock } from "../lock/file-lock.ts";
import { makeFolder } from "../state/json-file.ts";
import { statePath } from "../state/sidecar.ts";
import { type Sql, sqlCode } from "./libsql.ts";
import { isLogWhole } from "./log-file.ts";
import { applicationId, schema, schemaVersion } from "./schema.ts";
import { seal, sealOf, stateOfSealed, unseal } from "./seal.ts";

/** The index as it is kept. */
export interface IndexDatabase {
  sql: Sql;
  /** Begins to write, when nobody else does. */
  begin(): Promise<void>;
  rollBack(): void;
  /** Moves what is in the log into the file, and seals it. */
  settle(): Promise<void>;
  /** Whether the file is still the one that was opened: another process may have thrown it away. */
  isCurrent(): boolean;
  /** Whether the file is as Writ left it. */
  isWhole(): Promise<boolean>;
  /** Throws the file away, if it is still the one that was opened. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a database by its file; hears when one was damaged and is made again. */
export interface Opening {
  open(file: string): Sql;
  onDamage?(): void;
}

const fileName = "index.sqlite";
/** While another process writes a slice; one that takes longer hangs. */
const longestWaitMs = 60_000;
const pauseMs = 15;

/** Thrown where a file is no index that this version can use. */
class NotAnIndex extends Error {}

/** Opens the index in `.state/`, made anew where there is none that can be used. */
export async function openDatabase(state: string, opening: Opening): Promise<IndexDatabase> {
  makeFolder(statePath(state));
  const file = join(state, fileName);
  for (let tries = 0; ; tries += 1) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) rmSync(file, { recursive: true });
    const before = identityOf(file);
    try {
      return await prepared(state, opening);
    } catch (error) {
      if (!isBroken(error) || tries >= 2) throw error;
      await discardFile(state, before);
    }
  }
}

/** An index that ends with its process, for where none can be kept. */
export function openPrivate({ open }: Pick<Opening, "open">): IndexDatabase {
  const sql = open(":memory:");
  sql.exec(schema);
  return {
    sql,
    begin: async () => sql.exec("BEGIN"),
    rollBack: () => rollBack(sql),
    settle: async () => {},
    isCurrent: () => true,
    isWhole: async () => true,
    discard: async () => {},
    close: async () => sql.close(),
  };
}

async function prepared(state: string, { open, onDamage }: Opening): Promise<IndexDatabase> {
  const file = join(state, fileName);
  const sql = await alone(state, async () => {
    const found = stateOfSealed(file, { isRead: true });
    const isThere = identityOf(file) !== null;
    if (isThere && (found !== "whole" || !isLogWhole(`${file}-wal`))) {
      // What no seal tells of was left by a kill, or by an earlier version.
      if (found !== "unsealed") onDamage?.();
      removeFiles(file);
    }
    const made = open(file);
    try {
      await patiently(() => made.exec("PRAGMA busy_timeout = 250; PRAGMA journal_mode = WAL"));
      made.exec(settings);
      await patiently(() => makeSchema(made));
      if (!isSealedNow(file)) intoFile(made, file);
      return made;
    } catch (error) {
      made.close();
      throw error;
    }
  });
  const identity = identityOf(file);
  const isOurs = () => identityOf(file) === identity;
  const isSealed = () => isSealedNow(file);
  return {
    sql,
    begin: () => patiently(() => sql.exec("BEGIN IMMEDIATE")),
    rollBack: () => rollBack(sql),
    settle: () => alone(state, async () => void (isOurs() && isSealed() && intoFile(sql, file))),
    isCurrent: isOurs,
    // Another process may be sealing it.
    isWhole: async () => isSealed() || (await alone(state, async () => isSealed())),
    discard: () => discardFile(state, identity),
    // SQLite moves the log into the file when the last one closes it, unless there is nothing left in it.
    async close() {
      if (!isOurs()) return sql.close();
      await alone(state, async () => {
        if (isOurs() && isSealed()) intoFile(sql, file);
        sql.close();
      }).catch(() => sql.close());
    },
  };
}

/** The file changes only where it is sealed after: nothing is moved into it by itself. */
const settings =
  "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 1048576; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 0";

/** One process at a time looks whether the file is whole, or changes it. */
const alone = <T>(state: string, run: () => Promise<T>): Promise<T> =>
  withFileLock(join(state, "leases", "index.lock"), run, { waitMs: longestWaitMs });

/** Moves the log into the file. Without anything in between, so that only a kill leaves it unsealed. */
function intoFile(sql: Sql, file: string): void {
  if ((lstatSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 && isSealedNow(file)) return;
  unseal(file);
  try {
    sql.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all([]);
  } catch {
    // Somebody is reading; the next one does the rest.
  }
  seal(file);
}

const isSealedNow = (file: string): boolean => stateOfSealed(file, { isRead: false }) === "whole";

function makeSchema(sql: Sql): void {
  if (isOurs(sql)) return;
  sql.exec("BEGIN IMMEDIATE");
  try {
    // Somebody else may have been faster.
    if (!isOurs(sql)) sql.exec(schema);
    sql.exec("COMMIT");
  } catch (error) {
    rollBack(sql);
    throw error;
  }
}

/** Whether the schema is there; it is not in a file that is just made. Anything else is not an index. */
function isOurs(sql: Sql): boolean {
  const number = (text: string): number => Number(sql.prepare(text).get([])?.[0]);
  const found = [number("PRAGMA application_id"), number("PRAGMA user_version")];
  if (found[0] === applicationId && found[1] === schemaVersion) return true;
  if (found.some((value) => value !== 0) || number("SELECT count(*) FROM sqlite_master") > 0)
    throw new NotAnIndex("a database of another kind or version");
  return false;
}

/** Waits for others without keeping this process from anything else. */
async function patiently(run: () => void): Promise<void> {
  for (const deadline = performance.now() + longestWaitMs; ; await sleep(pauseMs * (0.5 + Math.random()))) {
    try {
      run();
      return;
    } catch (error) {
      if (!/^SQLITE_(BUSY|LOCKED)/.test(sqlCode(error) ?? "") || performance.now() > deadline) throw error;
    }
  }
}

/** What does not come from the place it is kept at, or from others who use it, comes from what is in it. */
const outside = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM|PERM|AUTH|PROTOCOL)/;

/** Whether an error tells that the index itself cannot be used. */
export function isBroken(error: unknown): boolean {
  const code = sqlCode(error);
  return error instanceof NotAnIndex || (code !== undefined && !outside.test(code));
}

/** Whether an error tells that no index can be kept here. */
export function isOutside(error: unknown): boolean {
  return outside.test(sqlCode(error) ?? "");
}

function rollBack(sql: Sql): void {
  try {
    sql.exec("ROLLBACK");
  } catch {
    // It was rolled back already, by what went wrong.
  }
}

/** One process throws a broken index away; the others find another file there. */
async function discardFile(state: string, identity: string | null): Promise<void> {
  const file = join(state, fileName);
  await alone(state, async () => {
    if (identityOf(file) !== identity) return;
    removeFiles(file);
  });
}

/** The log goes first: put beside a new database, an old one would be taken for its own. */
function removeFiles(file: string): void {
  for (const name of [`${file}-wal`, `${file}-journal`, `${file}-shm`, sealOf(file), file])
    rmSync(name, { force: true });
}

/** Throws the index away; whoever needs it makes it again. For when something must not be found any more. */
export async function dropLedgerIndex(state: string): Promise<void> {
  await discardFile(state, identityOf(join(state, fileName)));
}

function identityOf(file: string): string | null {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
}
