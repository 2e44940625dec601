import type { Ledger, LedgerEntry, LedgerQuery, TraceRecord } from "@writ/contracts";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { aTrace, someHash } from "./builders.ts";

/** What a trace in a test is about; the rest does not matter there. */
export interface TraceAbout {
  id: string;
  intent?: string | null;
  file?: string;
  session?: string;
  at?: string;
  content?: string;
}

/** A trace that is about these things. */
export function aTraceAbout(about: TraceAbout): TraceRecord {
  const { id, intent = "INT-001", file = "src/a.ts", session = "session-1", at = "2026-11-01T10:00:00.000Z" } = about;
  const trace = aTrace({ id, timestamp: at }, file);
  const content_hash = about.content ?? someHash("b");
  const related = intent === null ? [] : [{ type: "specification", value: intent }];
  return {
    ...trace,
    files: trace.files.map((one) => ({
      ...one,
      conversations: one.conversations.map((conversation) => ({
        ...conversation,
        url: session,
        ranges: [{ start_line: 1, end_line: 1, content_hash }],
        related,
      })),
    })),
    metadata: { ...trace.metadata, intent, session, files: {} },
  };
}

/** What every ledger does, whatever it is kept in. `open` opens a new, empty one. */
export function describeLedger(backend: string, open: () => Promise<Ledger<TraceRecord>>): void {
  const opened = async (): Promise<Ledger<TraceRecord>> => {
    const ledger = await open();
    onTestFinished(() => ledger.close());
    return ledger;
  };
  const filled = async (traces: readonly TraceAbout[]): Promise<Ledger<TraceRecord>> => {
    const ledger = await opened();
    for (const about of traces) await ledger.append(aTraceAbout(about));
    return ledger;
  };

  describe(`ledger: ${backend}`, () => {
    it("is empty at first", async () => {
      const ledger = await opened();
      expect(await idsIn(ledger.read())).toEqual([]);
      expect(await ledger.last(5)).toEqual([]);
      expect(await ledger.verify()).toEqual({ ok: true, records: 0, problems: [] });
    });

    it("tells where the next entry will start", async () => {
      const ledger = await opened();
      for (const id of ["a", "b", "c"]) {
        const end = await ledger.end();
        expect((await ledger.append(aTraceAbout({ id }))).offset).toBe(end);
      }
      expect((await ledger.last(1))[0]?.offset).toBeLessThan(await ledger.end());
    });

    it("gives entries back in the order they were written", async () => {
      const ledger = await filled([{ id: "b" }, { id: "a" }, { id: "c" }]);
      expect(await idsIn(ledger.read())).toEqual(["b", "a", "c"]);
    });

    it("orders by when it was written, not by the clock", async () => {
      const ledger = await filled([
        { id: "first", at: "2026-11-01T12:00:00.000Z" },
        { id: "second", at: "2026-11-01T11:00:00.000Z" },
      ]);
      expect(await idsIn(ledger.read())).toEqual(["first", "second"]);
      expect(idsOf(await ledger.last(2))).toEqual(["second", "first"]);
      expect((await ledger.verify()).ok).toBe(true);
    });

    it("chains each entry to the one before", async () => {
      const ledger = await filled([{ id: "a" }, { id: "b" }, { id: "c" }]);
      const entries = await allOf(ledger.read());
      expect(entries.map(({ record }) => record.metadata.seq)).toEqual([1, 2, 3]);
      expect(entries.map(({ record }) => record.metadata.prev)).toEqual([null, entries[0]?.hash, entries[1]?.hash]);
      expect(new Set(entries.map(({ record }) => record.metadata.writer)).size).toBe(1);
      expect(entries.map(({ line }) => line)).toEqual([1, 2, 3]);
    });

    it("hands back the entry as it will be read", async () => {
      const ledger = await opened();
      const { record, hash, offset } = await ledger.append(aTraceAbout({ id: "a" }));
      const [read] = await allOf(ledger.read());
      expect(read).toMatchObject({ record, hash, offset });
    });

    it("puts the chain it keeps in place of one it is given", async () => {
      const ledger = await opened();
      const trace = aTraceAbout({ id: "a" });
      const forged = { ...trace, metadata: { ...trace.metadata, writer: "forged", seq: 99, prev: someHash("f") } };
      const { metadata } = (await ledger.append(forged)).record;
      expect(metadata).toMatchObject({ v: 1, seq: 1, prev: null });
      expect(metadata.writer).not.toBe("forged");
    });

    it("keeps appends apart that were started at once", async () => {
      const ledger = await opened();
      const ids = Array.from({ length: 25 }, (_, at) => `id-${at}`);
      await Promise.all(ids.map((id) => ledger.append(aTraceAbout({ id }))));
      expect((await idsIn(ledger.read())).sort()).toEqual(ids.sort());
      expect(await ledger.verify()).toEqual({ ok: true, records: 25, problems: [] });
    });

    const traces: readonly TraceAbout[] = [
      { id: "1", intent: "INT-001", file: "src/a.ts", session: "s1", at: "2026-11-01T10:00:00.000Z" },
      { id: "2", intent: "INT-002", file: "src/b.ts", session: "s1", at: "2026-11-02T10:00:00.000Z" },
      { id: "3", intent: "INT-001", file: "src/b.ts", session: "s2", at: "2026-11-03T10:00:00.000Z" },
      {
        id: "4",
        intent: null,
        file: "src/ä b.ts",
        session: "s2",
        at: "2026-11-04T10:00:00.000Z",
        content: someHash("c"),
      },
      { id: "5", intent: "INT-001", file: "src/a.ts", session: "s2", at: "2026-11-05T10:00:00.000Z" },
    ];
    const queries: readonly [LedgerQuery, string[]][] = [
      [{}, ["1", "2", "3", "4", "5"]],
      [{ intent: "INT-001" }, ["1", "3", "5"]],
      [{ intent: "INT-00" }, []],
      [{ file: "src/b.ts" }, ["2", "3"]],
      [{ file: "b.ts" }, []],
      [{ file: "src/ä b.ts" }, ["4"]],
      [{ session: "s2" }, ["3", "4", "5"]],
      [{ since: "2026-11-03T10:00:00.000Z" }, ["3", "4", "5"]],
      [{ since: "2026-11-03T11:00:00+01:00" }, ["3", "4", "5"]],
      [{ contentHash: someHash("c") }, ["4"]],
      [{ contentHash: someHash("c").toUpperCase() }, ["4"]],
      [{ intent: "INT-001", file: "src/a.ts", session: "s2" }, ["5"]],
      [{ intent: "INT-404", file: "src/a.ts" }, []],
      [{ decisions: ["alarm"] }, []],
    ];

    it.each(queries)("finds what %j asks for", async (query, expected) => {
      const ledger = await filled(traces);
      expect(await idsIn(ledger.read(query))).toEqual(expected);
      expect(idsOf(await ledger.last(10, query))).toEqual(expected.toReversed());
      expect(idsOf(await ledger.last(2, query))).toEqual(expected.toReversed().slice(0, 2));
      expect(await ledger.last(0, query)).toEqual([]);
    });

    it("finds the same with last as with read, whatever was written", async () => {
      const about = fc.record({
        intent: fc.constantFrom("INT-001", "INT-002", null),
        file: fc.constantFrom("src/a.ts", "src/b.ts", "c.ts"),
        session: fc.constantFrom("s1", "s2"),
      });
      const query = fc.record(
        {
          intent: fc.constantFrom("INT-001", "INT-002"),
          file: fc.constantFrom("src/a.ts", "c.ts"),
          session: fc.constant("s1"),
        },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(about, { maxLength: 12 }),
          query,
          fc.nat({ max: 6 }),
          async (abouts, wanted, count) => {
            const ledger = await open();
            for (const [at, one] of abouts.entries()) await ledger.append(aTraceAbout({ id: `id-${at}`, ...one }));
            const all = await idsIn(ledger.read(wanted));
            expect(idsOf(await ledger.last(count, wanted))).toEqual(count === 0 ? [] : all.slice(-count).reverse());
            await ledger.close();
          },
        ),
        { numRuns: 20 },
      );
    });

    it("gives any text back as it was", async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (text) => {
          const ledger = await open();
          await ledger.append(aTraceAbout({ id: "a", session: text, intent: text }));
          const [entry] = await allOf(ledger.read());
          expect(entry?.record.metadata.session).toBe(text);
          expect((await ledger.verify()).ok).toBe(true);
          await ledger.close();
        }),
        { numRuns: 30 },
      );
    });

    it.each([
      ["an empty id", { id: "" }],
      ["a time that is none", { id: "a", at: "yesterday" }],
    ])("refuses a record with %s", async (_, about) => {
      const ledger = await opened();
      await expect(ledger.append(aTraceAbout(about))).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
      expect(await ledger.verify()).toEqual({ ok: true, records: 0, problems: [] });
    });

    it("refuses a record of more than 4 MB, and goes on", async () => {
      const ledger = await opened();
      const large = aTraceAbout({ id: "large", session: "x".repeat(4 * 1024 * 1024) });
      await expect(ledger.append(large)).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
      await ledger.append(aTraceAbout({ id: "small" }));
      expect(await idsIn(ledger.read())).toEqual(["small"]);
      expect((await ledger.verify()).ok).toBe(true);
    });
  });
}

function idsOf(entries: readonly LedgerEntry<TraceRecord>[]): string[] {
  return entries.map(({ record }) => record.id);
}

async function idsIn(entries: AsyncIterable<LedgerEntry<TraceRecord>>): Promise<string[]> {
  return idsOf(await allOf(entries));
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
