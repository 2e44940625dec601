import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileLedgerOptions, rebuildIndex, traceKind } from "@writ/stores";
import { generateLedger, type MadeLedger, madeLedger } from "./generate.ts";

/** A ledger to measure. */
export interface BenchLedger {
  plan: MadeLedger;
  sidecar: string;
  options: FileLedgerOptions;
  remove(): Promise<void>;
}

/** Makes valid ledgers with their pointers in a temporary folder; `remove` deletes it. */
export async function makeLedger(records: number): Promise<BenchLedger> {
  const root = await mkdtemp(join(tmpdir(), "writ-bench-"));
  const sidecar = join(root, ".orchestration");
  const plan = madeLedger(records);
  generateLedger(sidecar, plan);
  const options: FileLedgerOptions = {
    file: join(sidecar, "agent_trace.jsonl"),
    writer: async () => plan.writer,
    state: join(sidecar, ".state"),
  };
  await rebuildIndex(traceKind, options);
  return { plan, sidecar, options, remove: () => rm(root, { recursive: true, force: true }) };
}
