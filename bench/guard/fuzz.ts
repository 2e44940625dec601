// `npm run fuzz:shell [-- --count 1000000 --seed 1]`: random command lines for the analyser. They are read, never run.
// Ends with 1 when one of them throws, takes too long, or is called harmless though it destroys something in plain sight.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { analyse } from "@writ/engine";
import { type FuzzedLine, openFuzzer, readShellCorpus, shellWorld } from "@writ/testkit";
import { percentile } from "../row.ts";
import { computingTimeOf } from "./time.ts";

const slowest = 50;
const { values } = parseArgs({
  options: { count: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
const { lines: known, vocabulary } = readShellCorpus(resolve("packages/engine/src/shell/fixtures"));
const fuzz = openFuzzer(seed, vocabulary, known);

interface Failure {
  readonly why: string;
  readonly command: string;
}

const failures: Failure[] = [];
const times: number[] = [];
let worst: Failure & { time: number } = { why: "", command: "", time: 0 };
for (let at = 0; at < count; at += 1) {
  const line = fuzz();
  const why = wrongWith(line);
  if (why !== null) failures.push({ why, command: line.command });
}
report();

/** What is wrong with how a line is read, or `null`. */
function wrongWith({ command, destroys }: FuzzedLine): string | null {
  try {
    const start = performance.now();
    const found = analyse(command, shellWorld);
    let time = performance.now() - start;
    // Whatever else the machine does only adds to it: what took long is timed again, by what it really computed.
    for (let round = 0; round < 3 && time > slowest / 5; round += 1) time = Math.min(time, computingTimeOf(command));
    times.push(time);
    if (time > worst.time) worst = { why: "the slowest", command, time };
    if (time > slowest) return `it takes ${time.toFixed(0)} ms`;
    return destroys && (found.class === "safe" || found.class === "runs") ? `it is called ${found.class}` : null;
  } catch (error) {
    return `it throws ${error instanceof Error ? error.message : String(error)}`;
  }
}

function report(): void {
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
  console.log(`${count} lines, seed ${seed}: p50 ${p50.toFixed(4)} ms, p99 ${p99.toFixed(3)} ms`);
  console.log(
    `the slowest: ${worst.time.toFixed(2)} ms (bar ${slowest}): ${JSON.stringify(worst.command.slice(0, 200))}`,
  );
  mkdirSync(".build", { recursive: true });
  const lines = failures.map((failure) => JSON.stringify(failure));
  const file = `.build/fuzz-shell-${seed}.jsonl`;
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  for (const line of lines.slice(0, 20)) console.log(`MISS ${line.slice(0, 500)}`);
  console.log(`${failures.length} failures, kept in ${file}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
