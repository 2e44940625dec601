import type { LedgerIndex, TraceRecord } from "@writ/contracts";
import { isDecisionRecord, type PublishedRecord } from "../publish/published-kind.ts";
import { type FoundRecord, findAll, findById, findLast } from "./find.ts";
import { keepDatabase } from "./kept-database.ts";
import { loadSql, type Sql } from "./libsql.ts";
import { contestedIn, decisionWanted, filesIn, filesWith, linesWith, traceWanted } from "./lookups.ts";
import { ordered, readFound } from "./read-found.ts";
import { type AddedIn, traceNr } from "./row.ts";
import type { IndexedFiles } from "./sources.ts";
import { countEach, tallyBy, tallyPairs } from "./tally.ts";
import { openWords } from "./words.ts";

/** What an index is made of, and how lines are known again. */
export interface SqliteIndexOptions extends IndexedFiles {
  addedIn: AddedIn;
  /** The index was damaged, and is made again. */
  onDamage?: () => void;
}

/**
 * What the ledgers hold, in a database in `.state/`; `null` where this platform has none. Any number of processes may
 * use it at once, and whatever is wrong with it, it is made anew: nobody ever has to repair it.
 */
export async function openSqliteIndex(options: SqliteIndexOptions): Promise<LedgerIndex | null> {
  const open = await loadSql();
  if (open === null) return null;
  const { onDamage } = options;
  const database = keepDatabase(options, { open, ...(onDamage && { onDamage }) });
  const read = (find: (sql: Sql) => readonly FoundRecord[]): Promise<PublishedRecord[]> =>
    database.use((sql, isLastTry) => readFound(sql, options.state, find(sql), isLastTry));
  const traces = async (find: (sql: Sql) => readonly FoundRecord[]): Promise<TraceRecord[]> =>
    (await read(find)).flatMap((record) => (isDecisionRecord(record) ? [] : [record]));

  return {
    update: (onProgress) => database.update(onProgress),
    traces: (query) => traces((sql) => ordered(sql, findAll(sql, traceWanted(sql, query)))),
    lastTraces: (count, query) =>
      count <= 0
        ? Promise.resolve([])
        : traces((sql) =>
            ordered(sql, findLast(sql, traceWanted(sql, query), count))
              .slice(-count)
              .reverse(),
          ),
    trace: async (id) => (await traces((sql) => ordered(sql, findById(sql, traceNr, id))))[0] ?? null,
    decisions: async (query) =>
      (await read((sql) => ordered(sql, findAll(sql, decisionWanted(sql, query)))))
        .filter(isDecisionRecord)
        .filter(({ decision }) => query.kinds === undefined || query.kinds.includes(decision)),
    contested: () => database.use(contestedIn),
    filesWith: (version) => database.use((sql) => filesWith(sql, version)),
    addedLines: (keys) => database.use((sql) => keys.flatMap((key) => linesWith(sql, key))),
    files: () => database.use((sql) => filesIn(sql, "traceFile")),
    doubted: () => database.use((sql) => filesIn(sql, "doubted")),
    tally: (by, query = {}) =>
      database.use((sql) => tallyBy(sql, by, traceWanted(sql, query), (nr) => openWords(sql).textOf(nr))),
    tallyPairs: (by, and, query = {}) =>
      database.use((sql) => tallyPairs(sql, by, and, traceWanted(sql, query), (nr) => openWords(sql).textOf(nr))),
    countEach: (by, and, query = {}) =>
      database.use((sql) => countEach(sql, by, and, traceWanted(sql, query), (nr) => openWords(sql).textOf(nr))),
    close: () => database.close(),
  };
}
