import type { DecisionRecord } from "./decision.ts";
import type { ContentHash, TraceRecord } from "./trace.ts";

/** Which records are wanted; every word given must fit. */
export interface TraceQuery {
  /** Any of these files, by the names they had. */
  files?: readonly string[];
  intent?: string;
  session?: string;
  /** ISO-8601; records from then on. */
  since?: string;
}

/** The same for decisions. */
export interface DecisionQuery {
  intent?: string;
  session?: string;
  ticket?: string;
  path?: string;
  since?: string;
}

/** A line that a trace added, as found by its key. */
export interface AddedLine {
  key: string;
  /** The trace's id. */
  trace: string;
  path: string;
}

/** How many records there are of each kind of something. */
export interface Tally {
  key: string;
  traces: number;
  linesAdded: number;
  linesRemoved: number;
}

/**
 * What the ledgers hold, live and published, each record once, found without reading them all. It is made from them
 * and can be made again at any time. Everything comes back oldest first.
 */
export interface LedgerIndex {
  /** Takes in what was written since; a ledger that changed otherwise is read again. */
  update(onProgress?: (doneBytes: number, allBytes: number) => void): Promise<void>;
  traces(query: TraceQuery): Promise<TraceRecord[]>;
  /** The newest, newest first. */
  lastTraces(count: number, query: TraceQuery): Promise<TraceRecord[]>;
  trace(id: string): Promise<TraceRecord | null>;
  decisions(query: DecisionQuery): Promise<DecisionRecord[]>;
  /** The files that had this content, by its hash or git's object id of it. */
  filesWith(version: ContentHash | string): Promise<string[]>;
  /** Lines that traces added, by `keyOf` of their shapes. */
  addedLines(keys: readonly string[]): Promise<AddedLine[]>;
  /** Every file there is a trace of. */
  files(): Promise<string[]>;
  tally(by: "intent" | "file" | "model" | "session" | "agent" | "day" | "class", query?: TraceQuery): Promise<Tally[]>;
  close(): void;
}
