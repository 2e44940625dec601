import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceRecord, Unchained } from "@writ/contracts";
import { type FileLedgerOptions, openTraceLedger, rebuildIndex, traceKind, verifyFiles } from "@writ/stores";
import { fileOf, intentOf, shapeOf, writeLedger } from "./ledger-fixture.ts";

/** A ledger to measure. */
export interface BenchLedger {
  options: FileLedgerOptions;
  records: number;
}

/** Makes a valid ledger with its pointers in a temporary folder; `remove` deletes it. */
export async function makeLedger(records: number): Promise<BenchLedger & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "writ-bench-"));
  const file = join(folder, "agent_trace.jsonl");
  const state = join(folder, ".state");
  await mkdir(state);
  const shape = shapeOf(records);
  await writeLedger(file, shape);
  const options: FileLedgerOptions = { file, writer: async () => shape.writer, state };
  await rebuildIndex(traceKind, options);
  return { options, records, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Milliseconds of one append to a short and to a long ledger, medians of turns taken in between each other. */
export async function measureAppend(
  short: BenchLedger,
  long: BenchLedger,
  rounds = 300,
): Promise<{ shortMs: number; longMs: number; ratio: number }> {
  const ledgers = [short, long].map(({ options }) => ({ ledger: openTraceLedger(options), times: [] as number[] }));
  for (let round = 0; round < rounds + 20; round += 1) {
    for (const { ledger, times } of ledgers) {
      const record = aRecord(round);
      const start = performance.now();
      await ledger.append(record);
      // The first rounds warm the code up.
      if (round >= 20) times.push(performance.now() - start);
    }
  }
  const [shortMs = 0, longMs = 0] = ledgers.map(({ times }) => median(times));
  return { shortMs, longMs, ratio: longMs / shortMs };
}

/** Milliseconds of one plain SHA-256 pass over the file and of verifying it; both after the file was read once. */
export async function measureVerify({ options: { file } }: BenchLedger): Promise<{
  plainMs: number;
  verifyMs: number;
  ratio: number;
  records: number;
  ok: boolean;
}> {
  plainPass(file);
  const plain: number[] = [];
  const verify: number[] = [];
  let report = await verifyFiles([]);
  for (let round = 0; round < 3; round += 1) {
    let start = performance.now();
    plainPass(file);
    plain.push(performance.now() - start);
    start = performance.now();
    report = await verifyFiles([file]);
    verify.push(performance.now() - start);
  }
  // The best of each: whatever else the machine does only adds to them.
  const [plainMs, verifyMs] = [Math.min(...plain), Math.min(...verify)];
  return { plainMs, verifyMs, ratio: verifyMs / plainMs, records: report.records, ok: report.ok };
}

/** Milliseconds until the last five traces of an intent and of a file are there: the first time, and then. */
export async function measureLast({
  options,
  records,
}: BenchLedger): Promise<Record<"intent" | "file", { firstMs: number; warmMs: number; found: number }>> {
  const shape = shapeOf(records);
  const middle = Math.floor(records / 2);
  const measure = async (query: { intent: string } | { file: string }) => {
    const ledger = openTraceLedger(options);
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < 101; round += 1) {
      const start = performance.now();
      found = (await ledger.last(5, query)).length;
      times.push(performance.now() - start);
    }
    const [firstMs = 0, ...warm] = times;
    return { firstMs, warmMs: median(warm), found };
  };
  return {
    intent: await measure({ intent: intentOf(middle, shape) }),
    file: await measure({ file: fileOf(middle, shape) }),
  };
}

function plainPass(file: string): string {
  const digest = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  const fd = openSync(file, "r");
  try {
    for (let count = readSync(fd, buffer); count > 0; count = readSync(fd, buffer))
      digest.update(buffer.subarray(0, count));
  } finally {
    closeSync(fd);
  }
  return digest.digest("hex");
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function aRecord(at: number): Unchained<TraceRecord> {
  const path = `src/area-${at % 40}/file-${at % 50}.ts`;
  const content_hash = `sha256:${"a".repeat(64)}`;
  return {
    id: `00000000-0000-4000-9000-${String(at).padStart(12, "0")}`,
    timestamp: "2026-11-01T10:00:00.000Z",
    vcs: { revision_id: "a".repeat(40) },
    files: [
      {
        relative_path: path,
        conversations: [
          {
            url: "session-1",
            contributor: { entity_type: "AI", model_identifier: "model-x" },
            ranges: [{ start_line: 1, end_line: 12, content_hash }],
            related: [{ type: "specification", value: "INT-001" }],
          },
        ],
      },
    ],
    metadata: {
      agent: "claude-code",
      session: "session-1",
      tool: "Edit",
      tool_name: "edit",
      invocation_id: "i",
      call_id: "c",
      intent: "INT-001",
      mutation_class: "UNKNOWN",
      files: { [path]: { op: "modify", before: content_hash, after: content_hash, removed: 0 } },
      lines: { [path]: Array.from({ length: 12 }, () => "0123abcd") },
    },
  };
}
