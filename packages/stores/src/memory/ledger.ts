import type { Chained, DecisionLedger, Ledger, LedgerEntry, TraceLedger } from "@writ/contracts";
import { fail } from "@writ/contracts";
import { checkNewLine } from "../ledger/check.ts";
import { decisionKind } from "../ledger/decision-kind.ts";
import { matcher, type RecordKind } from "../ledger/kind.ts";
import { lineDigest, toContentHash, toLine } from "../ledger/line.ts";
import { traceKind } from "../ledger/trace-kind.ts";

/** The ledger of code changes, in memory. */
export function openMemoryTraces(writer = "memory"): TraceLedger {
  return openMemoryLedger(traceKind, writer);
}

/** The ledger of decisions, in memory. */
export function openMemoryDecisions(writer = "memory"): DecisionLedger {
  return openMemoryLedger(decisionKind, writer);
}

/** A ledger that ends with its process: for tests, and for trying things out. */
export function openMemoryLedger<R extends Chained>(kind: RecordKind<R>, writer: string): Ledger<R> {
  const entries: LedgerEntry<R>[] = [];
  let size = 0;
  return {
    async append(draft) {
      const prev = entries.at(-1)?.hash ?? null;
      const text = toLine(draft, { v: 1, writer, seq: entries.length + 1, prev });
      const bytes = Buffer.from(text);
      const hash = toContentHash(lineDigest(bytes));
      const checked = checkNewLine(kind, { text, length: bytes.length, hash, writer });
      if ("reason" in checked) throw fail("STORE_FAILED", { action: "append to the ledger", reason: checked.reason });
      const { record } = checked;
      const entry = { line: entries.length + 1, offset: size, record, hash };
      entries.push(entry);
      size += bytes.length + 1;
      return entry;
    },
    async *read(query) {
      yield* entries.filter(({ record }) => matcher(kind, query)(record));
    },
    async last(count, query) {
      const wanted = entries.filter(({ record }) => matcher(kind, query)(record));
      return count <= 0 ? [] : wanted.slice(-count).reverse();
    },
    end: async () => size,
    // Nobody can reach in and change an entry, so there is nothing to find.
    verify: async () => ({ ok: true, records: entries.length, problems: [] }),
    close: async () => {},
  };
}
