import { readdir } from "node:fs/promises";
import type { DecisionRecord, LedgerQuery, TraceRecord } from "@writ/contracts";
import { type IndexListener, openIndex, sidecarPaths, type Writ } from "@writ/runtime";
import { type LogEntry, mergeByTime } from "./merge.ts";

/** Reads the newest `wanted` that fit, or all for 0. */
export interface PublishedReader {
  read(query: LedgerQuery, wanted: number): AsyncIterable<LogEntry>;
  close(): void;
}

/** What this working copy recorded and what commits brought, each record once, by time. */
export async function openPublished(writ: Writ, listener: IndexListener): Promise<PublishedReader> {
  const { root, traces, decisions } = writ;
  const index = await openIndex({ traces, decisions, paths: sidecarPaths(root) }, listener);
  return {
    async *read({ file, ...query }, wanted) {
      const ofFile = { ...query, ...(file !== undefined && { files: [file] }) };
      const changed = wanted === 0 ? await index.traces(ofFile) : (await index.lastTraces(wanted, ofFile)).reverse();
      const decided = await index.decisions({ ...query, ...(file !== undefined && { path: file }) });
      const merged: LogEntry[] = [];
      for await (const entry of mergeByTime(each(decided), each(changed))) merged.push(entry);
      yield* wanted === 0 ? merged : merged.slice(-wanted);
    },
    close: () => index.close(),
  };
}

/** Whether commits brought any records. */
export async function hasPublished(root: string): Promise<boolean> {
  const names = await readdir(sidecarPaths(root).published, { recursive: true }).catch(() => []);
  return names.some((name) => name.endsWith(".jsonl"));
}

async function* each<R extends DecisionRecord | TraceRecord>(records: readonly R[]): AsyncIterable<{ record: R }> {
  for (const record of records) yield { record };
}
