import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentHash, DecisionRecord, Unchained } from "@writ/contracts";
import { aTrace, inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { verifyFiles } from "../verify/verify.ts";
import { doomedIn } from "./erase.ts";
import { openDecisionLedger, openTraceLedger } from "./file-ledger.ts";
import { spliceFile } from "./splice.ts";
import { traceKind } from "./trace-kind.ts";

const at = "2026-11-15T10:00:00.000Z";
let folder: string;
let traces: string;
let decisions: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-erase-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  traces = join(folder, "agent_trace.jsonl");
  decisions = join(folder, "decisions.jsonl");
});
const optionsOf = (file: string) => ({ file, state: join(folder, ".state"), writer: async () => "0123456789ab" });

/** A ledger of so many records, of which those named are erased, with the record of it. */
async function erased(count: number, gone: ReadonlySet<number>): Promise<void> {
  await rm(traces, { force: true });
  await rm(decisions, { force: true });
  const ledger = openTraceLedger(optionsOf(traces));
  for (let id = 0; id < count; id += 1) await ledger.append(aTrace({ id: String(id) }));
  const erasing = { file: traces, kind: traceKind, isDoomed: ({ id }: { id: string }) => gone.has(Number(id)) };
  const pairs: [ContentHash, ContentHash][] = [];
  for await (const { pair } of doomedIn(erasing)) if (pair !== null) pairs.push(pair);
  const record: Unchained<DecisionRecord> = {
    id: "e",
    timestamp: at,
    decision: "erased",
    agent: "person",
    session: "cli",
    intent: null,
    erased: pairs,
    metadata: {},
  };
  await openDecisionLedger(optionsOf(decisions)).append(record);
  await spliceFile(traces, doomedIn(erasing));
}

const someOf = (count: number) => fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: count });

describe("a ledger with tombstones", () => {
  it("is whole whichever records were erased, keeps their order, and goes on", async () => {
    await fc.assert(
      fc.asyncProperty(someOf(7), async (list) => {
        await erased(7, new Set(list));
        expect(await verifyFiles([traces, decisions])).toMatchObject({ ok: true, records: 8, erased: list.length });
        const ledger = openTraceLedger(optionsOf(traces));
        await ledger.append(aTrace({ id: "next" }));
        const seen: [string, boolean][] = [];
        const problems: unknown[] = [];
        for await (const { record } of ledger.read({}, (problem) => problems.push(problem)))
          seen.push([record.id, record.metadata.erased === true]);
        const wanted = Array.from({ length: 7 }, (_, id) => [String(id), list.includes(id)]);
        expect(seen).toEqual([...wanted, ["next", false]]);
        expect(problems).toEqual([]);
        expect((await verifyFiles([traces, decisions])).ok).toBe(true);
      }),
      { numRuns: inDepth(5, 25) },
    );
  });

  it("is found out whichever byte of a tombstone was changed", async () => {
    await erased(4, new Set([1]));
    const whole = await readFile(traces);
    const start = whole.indexOf('{"tombstone"');
    const length = whole.indexOf(10, start) - start;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: length - 1 }), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
        const bytes = Buffer.from(whole);
        bytes[start + place] = (bytes[start + place] ?? 0) ^ flip;
        await writeFile(traces, bytes);
        expect((await verifyFiles([traces, decisions])).ok).toBe(false);
      }),
      { numRuns: inDepth(40, 200) },
    );
  });

  it("tells which lines were changed and nothing of who did it", async () => {
    await erased(1, new Set([0]));
    const text = await readFile(traces, "utf8");
    expect(text).not.toMatch(/session-1|claude-code|INT-001|write_to_file|call-1/);
    const [entry] = await openTraceLedger(optionsOf(traces)).last(1, { file: "src/auth/jwt.ts" });
    const { files, metadata } = aTrace();
    expect(entry?.record.files[0]?.conversations[0]?.ranges).toEqual(files[0]?.conversations[0]?.ranges);
    expect(entry?.record.metadata.files).toEqual(metadata.files);
    expect(entry?.record.metadata).toMatchObject({ erased: true, intent: null, session: "erased" });
  });
});
