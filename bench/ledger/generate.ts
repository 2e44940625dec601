import { hash } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { decisionAt, intentAt, pathOf, traceAt } from "./records.ts";

/** A made ledger: how many changes it holds, and what is made of them. */
export interface MadeLedger {
  records: number;
  /** Intents, files and sessions it is about. */
  intents: number;
  files: number;
  /** Which part of the changes is published too, from 0 to 1: the oldest. */
  published: number;
  writer: string;
}

/** Two years of a busy working copy, as many records as asked for. */
export const madeLedger = (records: number): MadeLedger => ({
  records,
  intents: 200,
  files: 5_000,
  published: 0.1,
  writer: "b0b0b0b0b0b0",
});

/** A change for so many in the ledger there is one decision. */
const changesPerDecision = 20;
const flushBytes = 1024 * 1024;

/** A file that is written line by line, each line holding the hash of the one before. */
interface ChainFile {
  add(body: string): string;
  flush(): void;
}

function openChain(file: string, writer: string): ChainFile {
  let seq = 0;
  let prev = "null";
  let waiting: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size > 0) appendFileSync(file, waiting.join(""));
    [waiting, size] = [[], 0];
  };
  return {
    add(body) {
      seq += 1;
      const line = `${body}"v":1,"writer":"${writer}","seq":${seq},"prev":${prev}}}`;
      const digest = `sha256:${hash("sha256", line, "hex")}`;
      prev = `"${digest}"`;
      waiting.push(line, "\n");
      size += line.length + 1;
      if (size > flushBytes) flush();
      return digest;
    },
    flush,
  };
}

/**
 * Writes ledgers whose chains are intact into a sidecar: the live ones, and what is published, month by month and
 * branch by branch. The same plan gives the same bytes; nothing but some buffers is held in memory.
 */
export function generateLedger(sidecar: string, plan: MadeLedger): void {
  mkdirSync(join(sidecar, ".state"), { recursive: true });
  const traces = openChain(join(sidecar, "agent_trace.jsonl"), plan.writer);
  const decisions = openChain(join(sidecar, "decisions.jsonl"), plan.writer);
  const published = new Map<string, ChainFile>();
  const publishedFile = (at: number, time: string): ChainFile => {
    const folder = join(sidecar, "ledger", time.slice(0, 7));
    const file = join(folder, `int-${intentAt(at, plan) % 40}-${plan.writer}.jsonl`);
    const known = published.get(file);
    if (known !== undefined) return known;
    mkdirSync(folder, { recursive: true });
    const made = openChain(file, plan.writer);
    published.set(file, made);
    return made;
  };
  const versions = new Map<number, number>();
  for (let at = 0; at < plan.records; at += 1) {
    const { body, time } = traceAt(at, plan, versions);
    const digest = traces.add(body);
    if (at < plan.records * plan.published) publishedFile(at, time).add(`${body}"source":"${digest}",`);
    if (at % changesPerDecision === 0) decisions.add(decisionAt(at, plan));
  }
  for (const chain of [traces, decisions, ...published.values()]) chain.flush();
}

/** What a change in the middle of the ledger is about: it is neither the newest nor the oldest of it. */
export function inTheMiddle(plan: MadeLedger): { intent: string; file: string } {
  const middle = Math.floor(plan.records / 2);
  return { intent: `INT-${String(intentAt(middle, plan)).padStart(3, "0")}`, file: pathOf(middle, plan) };
}
