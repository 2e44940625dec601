import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { isDecisionRecord, parseLine, publishedKind } from "@writ/stores";

/** Published records, by their kind. */
export interface Records {
  traces: TraceRecord[];
  decisions: DecisionRecord[];
}

/** Adds what a published line holds; nothing where that is no record. `hash` is the line's. */
export function addRecord({ traces, decisions }: Records, line: string, hash: string): void {
  const record = recordIn(line, hash);
  if (record === null) return;
  if (isDecisionRecord(record)) decisions.push(record);
  else traces.push(record);
}

/** The record in a published line; `null` where there is none. */
export const recordIn = (line: string, hash: string) => publishedKind.parse(parseLine(line), hash);
