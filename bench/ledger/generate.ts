import { hash } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
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
/** A commit brings a file of its own, with as many changes as this. */
const changesPerCommit = 2;
const flushBytes = 1024 * 1024;

/** Places lines in a chain: each holds the hash of the one before. */
function openLinks(writer: string): (body: string) => { line: string; digest: string } {
  let seq = 0;
  let prev = "null";
  return (body) => {
    seq += 1;
    const line = `${body}"v":1,"writer":"${writer}","seq":${seq},"prev":${prev}}}`;
    const digest = `sha256:${hash("sha256", line, "hex")}`;
    prev = `"${digest}"`;
    return { line, digest };
  };
}

/** A file that is written line by line. */
interface ChainFile {
  add(body: string): string;
  flush(): void;
}

function openChain(file: string, writer: string): ChainFile {
  const place = openLinks(writer);
  let waiting: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size > 0) appendFileSync(file, waiting.join(""));
    [waiting, size] = [[], 0];
  };
  return {
    add(body) {
      const { line, digest } = place(body);
      waiting.push(line, "\n");
      size += line.length + 1;
      if (size > flushBytes) flush();
      return digest;
    },
    flush,
  };
}

/** Published files, one a commit: never written to again, and named after what they hold. */
function openCommits(ledger: string, writer: string) {
  const waiting = new Map<string, string[]>();
  const write = (stem: string, bodies: readonly string[]): void => {
    const place = openLinks(writer);
    const text = bodies.map((body) => `${place(body).line}\n`).join("");
    writeFileSync(join(ledger, `${stem}-${writer}-${hash("sha256", text, "hex").slice(0, 12)}.jsonl`), text);
  };
  return {
    add(month: string, branch: string, body: string): void {
      const stem = `${month}/${branch}`;
      const bodies = [...(waiting.get(stem) ?? []), body];
      mkdirSync(join(ledger, month), { recursive: true });
      const isWhole = bodies.length === changesPerCommit;
      waiting.set(stem, isWhole ? [] : bodies);
      if (isWhole) write(stem, bodies);
    },
    flush(): void {
      for (const [stem, bodies] of waiting) if (bodies.length > 0) write(stem, bodies);
    },
  };
}

/**
 * Writes ledgers whose chains are intact into a sidecar: the live ones, and what is published, commit by commit. The
 * same plan gives the same bytes; nothing but some buffers is held in memory.
 */
export function generateLedger(sidecar: string, plan: MadeLedger): void {
  mkdirSync(join(sidecar, ".state"), { recursive: true });
  const traces = openChain(join(sidecar, "agent_trace.jsonl"), plan.writer);
  const decisions = openChain(join(sidecar, "decisions.jsonl"), plan.writer);
  const commits = openCommits(join(sidecar, "ledger"), plan.writer);
  const versions = new Map<number, number>();
  for (let at = 0; at < plan.records; at += 1) {
    const { body, time } = traceAt(at, plan, versions);
    const digest = traces.add(body);
    if (at < plan.records * plan.published)
      commits.add(time.slice(0, 7), `int-${intentAt(at, plan) % 40}`, `${body}"source":"${digest}",`);
    if (at % changesPerDecision === 0) decisions.add(decisionAt(at, plan));
  }
  for (const chain of [traces, decisions, commits]) chain.flush();
}

/** What a change in the middle of the ledger is about: it is neither the newest nor the oldest of it. */
export function inTheMiddle(plan: MadeLedger): { intent: string; file: string } {
  const middle = Math.floor(plan.records / 2);
  return { intent: `INT-${String(intentAt(middle, plan)).padStart(3, "0")}`, file: pathOf(middle, plan) };
}
