import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { TraceQuery } from "@writ/contracts";
import { openTraceLedger } from "@writ/stores";
import { aTrace } from "@writ/testkit";
import { median, type Row } from "../row.ts";
import { sizeOf } from "./append.ts";
import { inTheMiddle } from "./generate.ts";
import { askOften, lastRows } from "./last.ts";
import type { BenchLedger } from "./made.ts";
import { peakMemory } from "./memory.ts";
import { openUpdated } from "./open-index.ts";

const largestShare = 35;

/** What the index costs: made from nothing, brought up after an append, and asked. */
export async function indexRows(ledger: BenchLedger): Promise<Row[]> {
  const building = await build(ledger);
  const { intent, file } = inTheMiddle(ledger.plan);
  const index = await openUpdated(ledger.sidecar);
  const asked = async (query: TraceQuery) => ({
    ...(await askOften(() => index.lastTraces(5, query))),
    firstMs: firstMs(ledger, query),
  });
  const last = lastRows("by the index", ledger, await asked({ intent }), await asked({ files: [file] }));
  index.close();
  return [...building, ...last, await updateRow(ledger)];
}

/** In a process of its own, as of a command that asks once: the library is loaded, the index opened and brought up. */
function firstMs({ sidecar }: BenchLedger, query: TraceQuery): number {
  const args = ["scripts/run.mjs", "bench/ledger/ask-once.ts", sidecar, JSON.stringify(query)];
  const times = [1, 2, 3].map(() => Number(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })).ms));
  return median(times);
}

/** How long it takes only to read and parse every record, wherever it stands, which is the least that making an index can take. */
async function parseAll({ options, sidecar }: BenchLedger): Promise<number> {
  const start = performance.now();
  for (const file of [options.file, join(sidecar, "decisions.jsonl")])
    for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line);
  for (const name of await readdir(join(sidecar, "ledger"), { recursive: true }))
    if (name.endsWith(".jsonl")) parseSmall(join(sidecar, "ledger", name));
  return performance.now() - start;
}

function parseSmall(file: string): void {
  for (const line of readFileSync(file, "utf8").split("\n")) if (line !== "") JSON.parse(line);
}

async function build(ledger: BenchLedger): Promise<Row[]> {
  const parsingMs = await parseAll(ledger);
  const start = performance.now();
  const { growth, peak } = await peakMemory(async () => (await openUpdated(ledger.sidecar)).close());
  const ms = performance.now() - start;
  const files = ["index.sqlite", "index.sqlite-wal"].map((name) => join(ledger.sidecar, ".state", name));
  const size = files.filter((file) => existsSync(file)).reduce((sum, file) => sum + statSync(file).size, 0);
  const whole = statSync(ledger.options.file).size;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return [
    {
      what: `make the index of ${sizeOf(ledger)} records against only parsing them`,
      value: ms / parsingMs,
      bar: 6,
      unit: "×",
      detail: `${(ms / 1000).toFixed(1)} s against ${(parsingMs / 1000).toFixed(1)} s, ${Math.round(growth)} MB of memory more, ${Math.round(peak)} MB in all`,
    },
    {
      what: "size of the index against the live ledger",
      value: (100 * size) / whole,
      bar: largestShare,
      unit: "%",
      detail: `${megabytes(size)} against ${megabytes(whole)}`,
    },
  ];
}

async function updateRow(ledger: BenchLedger): Promise<Row> {
  const traces = openTraceLedger(ledger.options);
  const index = await openUpdated(ledger.sidecar);
  const times: number[] = [];
  const appends: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const before = performance.now();
    await traces.append(aTrace({ id: crypto.randomUUID() }));
    appends.push(performance.now() - before);
    await sleep(5);
    const start = performance.now();
    await index.update();
    times.push(performance.now() - start);
  }
  index.close();
  const [ms, appendMs] = [median(times), median(appends)];
  return {
    what: "bring the index up after one append, against the append",
    value: ms / appendMs,
    bar: 10,
    unit: "×",
    detail: `${ms.toFixed(1)} ms against ${appendMs.toFixed(1)} ms, ${Math.max(...times).toFixed(1)} ms at most`,
  };
}
