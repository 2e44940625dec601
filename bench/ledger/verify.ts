import { execFileSync, spawnSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import { median, type Row } from "../row.ts";
import { sizeOf } from "./append.ts";
import type { BenchLedger } from "./made.ts";

/**
 * Verifying all ledgers, as `writ verify` does, against one plain SHA-256 pass over the same bytes, `wc -l` of the live
 * ones, and `git blame` beside. In a process of its own, as it is when somebody asks: what others leave in memory slows it.
 */
export async function verifyRows(ledger: BenchLedger, tenth: BenchLedger): Promise<Row[]> {
  const args = ["scripts/run.mjs", "bench/ledger/verify-alone.ts", ledger.sidecar];
  const { ok, records, files, plainMs, verifyMs } = JSON.parse(run(process.execPath, args));
  const wcMs = timed("wc", ["-l", ledger.options.file]);
  const blameMs = timed("git", ["blame", "--", "package-lock.json"]);
  return [
    {
      what: `verify ${sizeOf(ledger)} records against one SHA-256 pass`,
      // A ledger that is found to be broken is not verified.
      value: ok === true && records >= ledger.plan.records ? verifyMs / plainMs : Number.NaN,
      bar: 3,
      unit: "×",
      detail: `${verifyMs.toFixed(0)} ms, ${records} records in ${files} files; SHA-256 ${plainMs.toFixed(0)} ms, wc -l ${wcMs.toFixed(0)} ms, git blame of a lock file ${blameMs.toFixed(0)} ms`,
    },
    memoryRow(ledger, tenth),
  ];
}

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 28 });

function timed(program: string, args: readonly string[]): number {
  const start = performance.now();
  run(program, args);
  return performance.now() - start;
}

/** Memory is constant where ten times the records take no more of it. */
function memoryRow(ledger: BenchLedger, tenth: BenchLedger): Row {
  const [all, some] = [inTheMiddle(ledger), inTheMiddle(tenth)];
  return {
    what: `memory to verify ${sizeOf(ledger)} records against ${sizeOf(tenth)}`,
    value: all / some,
    bar: 1.25,
    unit: "×",
    detail: `${Math.round(all)} MB against ${Math.round(some)} MB, all of what writ verify takes, median of ${runs}`,
  };
}

const bin = resolve("packages/cli/bin/writ.cjs");
/** Tells how much memory a process took at most, as the last it says. */
const teller = "process.on('exit', () => console.error(process.resourceUsage().maxRSS));";
/** A runtime gives whoever works long more room for short-lived objects; here both have it from the beginning. */
const roomFromTheStart = "--min-semi-space-size=16";

/** When garbage is collected differs from run to run by a quarter of it all. */
const runs = 5;

function inTheMiddle(ledger: BenchLedger): number {
  const taken = Array.from({ length: runs }, () => megabytesFor(ledger));
  return taken.some(Number.isNaN) ? Number.NaN : median(taken);
}

function megabytesFor({ sidecar, plan }: BenchLedger): number {
  const cwd = dirname(sidecar);
  execFileSync("git", ["init", "--quiet"], { cwd });
  const args = [roomFromTheStart, "--import", `data:text/javascript,${teller}`, bin, "verify", "--json"];
  const env = { ...process.env, WRIT_DAEMON: "0" };
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
  const { ok, records } = JSON.parse(stdout);
  return ok === true && records >= plan.records ? Number(stderr.trim().split("\n").at(-1)) / 1024 : Number.NaN;
}
