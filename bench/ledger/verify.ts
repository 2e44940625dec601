import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { verifyFiles } from "@writ/stores";
import type { Row } from "../row.ts";
import { sizeOf } from "./append.ts";
import { allLedgers, verifyLedgers } from "./ledger-files.ts";
import type { BenchLedger } from "./made.ts";

/**
 * Verifying all ledgers, as `writ verify` does, against one plain SHA-256 pass over the same bytes, `wc -l` of the live
 * ones, and `git blame` beside.
 */
export async function verifyRows(ledger: BenchLedger, tenth: BenchLedger): Promise<Row[]> {
  const { file } = ledger.options;
  const ledgers = await allLedgers(ledger.sidecar);
  plainPass(ledgers);
  const plain: number[] = [];
  const verify: number[] = [];
  const wc: number[] = [];
  let report = await verifyFiles([]);
  for (let round = 0; round < 3; round += 1) {
    plain.push(await timed(() => plainPass(ledgers)));
    wc.push(await timed(() => execFileSync("wc", ["-l", file])));
    verify.push(
      await timed(async () => {
        report = await verifyLedgers(ledger.sidecar);
      }),
    );
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
      detail: `${verifyMs.toFixed(0)} ms, ${report.records} records in ${ledgers.length} files; SHA-256 ${plainMs.toFixed(0)} ms, wc -l ${wcMs.toFixed(0)} ms, git blame of a lock file ${blameMs.toFixed(0)} ms`,
    },
    memoryRow(ledger, tenth),
  ];
}

/** Memory is constant where ten times the records take no more of it. */
function memoryRow(ledger: BenchLedger, tenth: BenchLedger): Row {
  const [all, some] = [megabytesFor(ledger), megabytesFor(tenth)];
  return {
    what: `memory to verify ${sizeOf(ledger)} records against ${sizeOf(tenth)}`,
    value: all / some,
    bar: 1.25,
    unit: "×",
    detail: `${Math.round(all)} MB against ${Math.round(some)} MB, all of what writ verify takes`,
  };
}

const bin = resolve("packages/cli/bin/writ.cjs");
/** Tells how much memory a process took at most, as the last it says. */
const teller = "process.on('exit', () => console.error(process.resourceUsage().maxRSS));";
/** A runtime gives whoever works long more room for short-lived objects; here both have it from the beginning. */
const roomFromTheStart = "--min-semi-space-size=16";

function megabytesFor({ sidecar, plan }: BenchLedger): number {
  const cwd = dirname(sidecar);
  execFileSync("git", ["init", "--quiet"], { cwd });
  const args = [roomFromTheStart, "--import", `data:text/javascript,${teller}`, bin, "verify", "--json"];
  const env = { ...process.env, WRIT_DAEMON: "0" };
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
  const { ok, records } = JSON.parse(stdout);
  return ok === true && records >= plan.records ? Number(stderr.trim().split("\n").at(-1)) / 1024 : Number.NaN;
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function plainPass(files: readonly string[]): string {
  const digest = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  for (const file of files) {
    const fd = openSync(file, "r");
    try {
      for (let count = readSync(fd, buffer); count > 0; count = readSync(fd, buffer))
        digest.update(buffer.subarray(0, count));
    } finally {
      closeSync(fd);
    }
  }
  return digest.digest("hex");
}
