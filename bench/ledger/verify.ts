import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { verifyFiles } from "@writ/stores";
import type { Row } from "../row.ts";
import { sizeOf } from "./append.ts";
import type { BenchLedger } from "./made.ts";
import { peakMemory } from "./memory.ts";

/** Verifying a ledger against one plain SHA-256 pass over the same bytes, `wc -l` of them, and `git blame` beside. */
export async function verifyRows(ledger: BenchLedger): Promise<Row[]> {
  const { file } = ledger.options;
  plainPass(file);
  const plain: number[] = [];
  const verify: number[] = [];
  const wc: number[] = [];
  let report = await verifyFiles([]);
  let peak = 0;
  for (let round = 0; round < 3; round += 1) {
    plain.push(await timed(() => plainPass(file)));
    wc.push(await timed(() => execFileSync("wc", ["-l", file])));
    const { growth } = await peakMemory(async () => {
      verify.push(
        await timed(async () => {
          report = await verifyFiles([file], undefined, { stones: "unasked" });
        }),
      );
    });
    peak = Math.max(peak, growth);
  }
  // The best of each: whatever else the machine does only adds to them.
  const [plainMs, verifyMs, wcMs] = [Math.min(...plain), Math.min(...verify), Math.min(...wc)];
  const isRight = report.ok && report.records >= ledger.plan.records;
  const blameMs = await timed(() => execFileSync("git", ["blame", "--", "package-lock.json"], { maxBuffer: 2 ** 28 }));
  return [
    {
      what: `verify ${sizeOf(ledger)} records against one SHA-256 pass`,
      // A ledger that is found to be broken is not verified.
      value: isRight ? verifyMs / plainMs : Number.NaN,
      bar: 3,
      unit: "×",
      detail: `${verifyMs.toFixed(0)} ms; SHA-256 ${plainMs.toFixed(0)} ms, wc -l ${wcMs.toFixed(0)} ms, git blame of a lock file ${blameMs.toFixed(0)} ms`,
    },
    {
      what: `verify ${sizeOf(ledger)} records, memory it takes`,
      value: peak,
      bar: 64,
      unit: "MB",
      detail: `${Math.round(process.memoryUsage().rss / 1e6)} MB in all`,
    },
  ];
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
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
