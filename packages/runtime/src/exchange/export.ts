import { stat } from "node:fs/promises";
import type { AgentTrace, LedgerProblem, LedgerQuery, TraceRecord } from "@writ/contracts";
import { isImported, toAgentTrace, toUuid } from "@writ/engine";
import { isDecisionRecord, listPublished, openTraceLedger, readPublished } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { sidecarPaths } from "../paths.ts";
import { means } from "./means.ts";
import { openSeenIds } from "./seen-ids.ts";

/** What is exported, and who hears how it goes. */
export interface ExportOptions {
  query?: LedgerQuery;
  /** A line that could not be read. */
  onProblem?(problem: LedgerProblem): void;
  /** A record that the format cannot hold. */
  onLeftOut?(id: string, reason: string): void;
  onProgress?(doneBytes: number, allBytes: number): void;
}

/**
 * The traces of a workspace as Agent Trace records, each once: first the live ones in the order they were written,
 * then what else was published, file by file; and last, in the same order, what was imported, as the id it came with may
 * be that of a record Writ itself made.
 */
export async function* exportTraces(root: string, options: ExportOptions = {}): AsyncGenerator<AgentTrace> {
  const seen = openSeenIds();
  const tell = (record: TraceRecord): AgentTrace[] => {
    if (seen.meet(toUuid(record.metadata.imported?.id ?? record.id, sha256)) !== "new") return [];
    const told = toAgentTrace(record, means);
    if (!("reason" in told)) return [told];
    options.onLeftOut?.(record.id, told.reason);
    return [];
  };
  let hasImports = false;
  for await (const record of readTraces(root, options)) {
    if (isImported(record)) hasImports = true;
    else yield* tell(record);
  }
  if (!hasImports) return;
  const { query } = options;
  for await (const record of readTraces(root, query === undefined ? {} : { query }))
    if (isImported(record)) yield* tell(record);
}

async function* readTraces(root: string, options: ExportOptions): AsyncGenerator<TraceRecord> {
  const { query, onProblem, onProgress } = options;
  const { traces, published, state } = sidecarPaths(root);
  const sizes = new Map<string, number>();
  for (const file of [traces, ...(await listPublished(published))]) sizes.set(file, await sizeOf(file));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const ledger = openTraceLedger({ file: traces, state, writer: () => Promise.reject(new Error("only read")) });
  for await (const { record, offset } of ledger.read(query, onProblem)) {
    yield record;
    onProgress?.(offset, all);
  }
  let done = sizes.get(traces) ?? 0;
  let last = "";
  for await (const { record, offset, file } of readPublished(published, query, onProblem)) {
    if (last !== "" && file !== last) done += sizes.get(last) ?? 0;
    last = file;
    if (!isDecisionRecord(record)) yield record;
    onProgress?.(done + offset, all);
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
