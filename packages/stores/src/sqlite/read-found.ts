import { closeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PublishedRecord } from "../publish/published-kind.ts";
import type { FoundRecord } from "./find.ts";
import type { Sql } from "./libsql.ts";
import { openPlain } from "./plain-file.ts";
import { readPlace } from "./read-back.ts";
import { byRank, type Source, sourcesWith } from "./sources.ts";

/** Thrown where ledgers do not hold what was taken in of them. */
export class StaleSources extends Error {
  readonly sources: ReadonlySet<number>;
  constructor(sources: ReadonlySet<number>) {
    super("a ledger was changed other than by appending");
    this.sources = sources;
  }
}

/** What was found, oldest first: by time, of one writer in its order, and then by where it stands. */
export function ordered(sql: Sql, found: readonly FoundRecord[]): FoundRecord[] {
  const sources = sourcesWith(sql, new Set(found.map(({ source }) => source)));
  const ranks = new Map([...sources.values()].sort(byRank).map(({ nr }, rank) => [nr, rank]));
  const rankOf = ({ source }: FoundRecord) => ranks.get(source) ?? 0;
  return found.toSorted(
    (one, other) =>
      one.time - other.time || one.seq - other.seq || rankOf(one) - rankOf(other) || one.place - other.place,
  );
}

/** Reads records where they stand. Throws `StaleSources` when one does not stand there any more, unless told to go on. */
export function readFound(sql: Sql, state: string, found: readonly FoundRecord[], goesOn: boolean): PublishedRecord[] {
  const sources = sourcesWith(sql, new Set(found.map(({ source }) => source)));
  const stale = new Set<number>();
  const open = openLedgers(dirname(state), sources);
  try {
    const records = found.flatMap((place) => {
      const ledger = open.get(place.source);
      const record = ledger === null ? null : readPlace(ledger.fd, ledger.kind, place);
      if (record === null) stale.add(place.source);
      return record ?? [];
    });
    if (stale.size > 0 && !goesOn) throw new StaleSources(stale);
    return records;
  } finally {
    open.close();
  }
}

interface Opened {
  fd: number;
  kind: Source["kind"];
}

/** Each ledger is opened once, when something is read from it. */
function openLedgers(home: string, sources: ReadonlyMap<number, Source>) {
  const opened = new Map<number, Opened | null>();
  const open = (nr: number): Opened | null => {
    const source = sources.get(nr);
    const fd = source === undefined ? null : openPlain(join(home, source.name));
    return source === undefined || fd === null ? null : { fd, kind: source.kind };
  };
  return {
    get(nr: number): Opened | null {
      const ledger = opened.get(nr) ?? open(nr);
      opened.set(nr, ledger);
      return ledger;
    },
    close(): void {
      for (const ledger of opened.values()) if (ledger !== null) closeSync(ledger.fd);
    },
  };
}
