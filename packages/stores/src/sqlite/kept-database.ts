import { ProblemError } from "@writ/contracts";
import { type IndexDatabase, isBroken, isOutside, type Opening, openDatabase, openPrivate } from "./database.ts";
import { dropSource } from "./drop.ts";
import type { Sql } from "./libsql.ts";
import { StaleSources } from "./read-found.ts";
import type { AddedIn } from "./row.ts";
import type { IndexedFiles } from "./sources.ts";
import { catchUp, type OnProgress } from "./update.ts";

/** A database that is opened when it is needed, and replaced when it is broken. */
export interface KeptDatabase {
  /** On the last try, what cannot be read is left out. */
  use<T>(run: (sql: Sql, isLastTry: boolean) => T): Promise<T>;
  update(onProgress?: OnProgress): Promise<void>;
  close(): void;
}

/** Anew in the file, then in memory; and a ledger that changes under our hands some times more. */
const mostTries = 5;

/** One after the other, whatever is asked: a question never meets an update half done. */
export function keepDatabase(files: IndexedFiles & { addedIn: AddedIn }, opening: Opening): KeptDatabase {
  let held: IndexDatabase | null = null;
  /** The one that was brought up: another one may have been put in its place since, and be empty. */
  let updated: IndexDatabase | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = tail.then(run);
    tail = mine.catch(() => {});
    return mine;
  };
  const letGo = async (): Promise<void> => {
    const gone = held;
    held = null;
    await gone?.close();
  };
  const database = async (): Promise<IndexDatabase> => {
    if (held !== null && !(held.isCurrent() && (await held.isWhole()))) await letGo();
    held ??= await openDatabase(files.state, opening).catch((error: unknown) => {
      // Without a sidecar there is nothing to be found; without a place for it, the index is made for this once.
      if (error instanceof ProblemError && error.problem.code.startsWith("SIDECAR_")) throw error;
      return openPrivate(opening);
    });
    return held;
  };
  const update = async (onProgress?: OnProgress): Promise<void> => {
    const current = await database();
    await catchUp(current, files, files.addedIn, onProgress);
    updated = current;
  };
  const ready = async (): Promise<IndexDatabase> => {
    if ((await database()) !== updated) await update();
    return await database();
  };

  const steadily = async <T>(run: (isLastTry: boolean) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        if (tries > 1) await update();
        return await run(tries === mostTries);
      } catch (error) {
        if (tries >= mostTries || !(await mend(error, tries))) throw error;
      }
    }
  };

  /** Whether it is worth another try. */
  const mend = async (error: unknown, tries: number): Promise<boolean> => {
    if (error instanceof StaleSources) return await forget(await database(), error);
    if (!isBroken(error) && !isOutside(error)) return false;
    if (isBroken(error) && tries === 1) await held?.discard().catch(() => {});
    await letGo();
    if (isOutside(error) || tries > 1) held = openPrivate(opening);
    return true;
  };

  return {
    use: (run) => inTurn(() => steadily(async (isLastTry) => run((await ready()).sql, isLastTry))),
    update: (onProgress) => inTurn(() => steadily(() => update(onProgress))),
    close: () => void inTurn(letGo),
  };
}

/** Ledgers that do not hold what they held are read again. */
async function forget(database: IndexDatabase, { sources }: StaleSources): Promise<boolean> {
  await database.begin();
  try {
    for (const nr of sources) dropSource(database.sql, { nr });
    database.sql.exec("COMMIT");
  } catch (error) {
    database.rollBack();
    throw error;
  }
  return true;
}
