import type { DecisionKind, DecisionRecord } from "./decision.ts";
import type { ContentHash, TraceRecord } from "./trace.ts";

/** Which records are wanted; every word given must fit. */
export interface TraceQuery {
  /** Any of these files, by the names they had. */
  files?: readonly string[];
  intent?: string;
  session?: string;
  /** ISO-8601; records from then on. */
  since?: string;
  /** ISO-8601; records before then. */
  until?: string;
}

/** The same for decisions. */
export interface DecisionQuery {
  intent?: string;
  session?: string;
  ticket?: string;
  path?: string;
  /** Any of these. */
  kinds?: readonly DecisionKind[];
  since?: string;
  until?: string;
}

/** What tells of files that somebody changed whom nobody knows. */
export const doubtKinds = ["strayed", "drifted", "failed", "gap"] as const satisfies readonly DecisionKind[];

/** Smaller lines stand everywhere: where one came from cannot be told by it, so they are not looked up. */
export const leastLineSize = 10;
/** Of lines that stand everywhere all the same, as many as this are looked up: the newest. */
export const mostSameLines = 50;

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
  /** Lines that others had added to the files since the record before. */
  linesByOthers: number;
}

/** The same of each two things that come together. */
export interface PairTally extends Tally {
  and: string;
}

/** What records are counted by; `declared` is the class the agent said, none where it said none. */
export type TallyBy = "intent" | "file" | "model" | "session" | "agent" | "day" | "class" | "declared";

/**
 * What the ledgers hold, live and published, each record once (what says
 * something else under the same id is another), found without reading them all. It is made from them
 * and can be made again at any time. Everything comes back oldest first.
 */
export interface LedgerIndex {
  /** Takes in what was written since; a ledger that changed otherwise is read again. */
  update(onProgress?: (doneBytes: number, allBytes: number) => void): Promise<void>;
  traces(query: TraceQuery): Promise<TraceRecord[]>;
  /** The newest, newest first. */
  lastTraces(count: number, query: TraceQuery): Promise<TraceRecord[]>;
  trace(id: string): Promise<TraceRecord | null>;
  /** The ids that several records have which say different things: one of them is not what it says it is. */
  contested(): Promise<string[]>;
  decisions(query: DecisionQuery): Promise<DecisionRecord[]>;
  /** The files that had this content, by its hash or git's object id of it, also where nobody claims it. */
  filesWith(version: ContentHash | string): Promise<string[]>;
  /** Lines of at least `leastLineSize` that traces added, by `keyOf` of their shapes; of each the newest `mostSameLines`. */
  addedLines(keys: readonly string[]): Promise<AddedLine[]>;
  /** Every file there is a trace of. */
  files(): Promise<string[]>;
  /** Every file that somebody changed whom no lines tell of: by a decision of `doubtKinds`, or a trace without lines. */
  doubted(): Promise<string[]>;
  tally(by: TallyBy, query?: TraceQuery): Promise<Tally[]>;
  /** By two things at once; the lines are those of the first. In the order of the keys. */
  tallyPairs(by: TallyBy, and: TallyBy, query?: TraceQuery): Promise<PairTally[]>;
  /** Of each thing, how many different others come with it. */
  countEach(by: TallyBy, and: TallyBy, query?: TraceQuery): Promise<Map<string, number>>;
  close(): void;
}
