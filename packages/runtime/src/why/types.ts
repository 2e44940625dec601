import type {
  Assurance,
  DecisionKind,
  ImportMark,
  IntentStatus,
  LineAuthor,
  MutationClass,
  TraceFileMeta,
} from "@writ/contracts";

/** Lines of a file, counted from 1, the last one included. */
export interface Lines {
  from: number;
  to: number;
}

/** Why a file, or some lines of it, are as they are. */
export interface Why {
  path: string;
  /** The names it had, the present one first. */
  names: string[];
  /** The commit that was asked about; `null` for the file as it is. */
  revision: string | null;
  /** How many lines the file has, and who made them. */
  lines: Record<"all" | LineAuthor, number>;
  /** The runs of lines that were asked about, in their order; none when the file itself was. */
  stretches: Stretch[];
  /** What was done to the file under each intent, the newest first. */
  intents: IntentShare[];
  /** Lines of agents that no intent is known of: made under none, erased, or imported from a record that names none. */
  intentless: Record<"none" | "erased" | "imported", number>;
  /** The newest change on record. */
  last: RecordedChange | null;
  /** When the first change on record was made. */
  first: string | null;
  /** What is on record about the file beside its changes: refusals, strays, undos, the newest last. */
  notes: Decided[];
  /** The commit that last changed the file. */
  commit: Committed;
  /** The file is not what the newest commit has of it. */
  changed: boolean;
}

/** Lines that one change made, or that nothing more is known of. */
export interface Stretch extends Lines {
  author: LineAuthor;
  /** Why the author is not known. */
  why: string | null;
  /** Of a person's line: whether it was there before the first change on record. */
  before: boolean | null;
  /** The record of it; `null` when it is not in this copy, or was erased. */
  change: RecordedChange | null;
  /** The trace that blame named. */
  trace: string | null;
  /** The commits that brought these lines, in the order of the lines; several where they came one by one. */
  commits: Committed[];
  /** Other files of the same intent that came with the same commit. */
  together: string[];
}

/** Where a line stands in git. */
export type Committed =
  | { state: "committed"; id: string; author: string; at: string; summary: string; oldest?: true }
  | { state: "uncommitted" }
  | { state: "unknown"; reason: string };

/** One recorded call of a tool, and what it did to this file. */
export interface RecordedChange {
  trace: string;
  at: string;
  agent: string | null;
  model: string | null;
  session: string | null;
  tool: string | null;
  op: TraceFileMeta["op"] | null;
  /** The name the file had before. */
  from: string | null;
  intent: IntentFacts | null;
  class: MutationClass;
  /** What the agent said it would be. */
  declared: MutationClass | null;
  symbols: string[];
  /** Somebody else changed the file between the decision and the write. */
  raced: boolean;
  /** Set in observe mode and during a pause: what would have been said. */
  would: { verdict: string; code: string } | null;
  ticket: string | null;
  /** Set when somebody else says so, and Writ did not see it. */
  imported: Pick<ImportMark, "format" | "at"> | null;
  /** Who, with what and under which intent was erased; only that there was a change is left. */
  erased: boolean;
  decisions: Decided[];
  /** What the same call changed, this file included. */
  files: Touched[];
}

/** What was decided about a call, or about this file during it. */
export interface Decided {
  decision: DecisionKind;
  at: string;
  agent: string;
  session: string;
  tool: string | null;
  code: string | null;
  risk: string | null;
  by: string | null;
  assurance: Assurance | null;
  ticket: string | null;
  grant: string | null;
  globs: string[];
  paths: string[];
  reason: string | null;
}

/** A file and the lines of it a call wrote, as they were numbered then. */
export interface Touched {
  path: string;
  op: TraceFileMeta["op"] | null;
  ranges: Lines[];
}

/** What is known of an intent; only its id when it is not in the file of the intents any more. */
export interface IntentFacts {
  id: string;
  name: string | null;
  status: IntentStatus | null;
  constraints: string[];
  criteria: string[];
  /** Why nothing more is known of it: the file of intents cannot be read. */
  unread?: string;
}

/** What was done to a file under one intent. */
export interface IntentShare extends IntentFacts {
  /** Lines of the file as it is that were made under it. */
  lines: number;
  changes: number;
  sessions: number;
  models: string[];
  first: string;
  last: string;
}
