import type { Evidence } from "./evidence.ts";
import type { Assurance } from "./ticket.ts";
import type { ChainMetadata, ContentHash } from "./trace.ts";

/** What was decided or answered. */
export type DecisionKind =
  | "refused"
  | "asked"
  | "approved"
  | "rejected"
  | "expanded"
  | "selected"
  | "paused"
  | "resumed"
  | "accepted"
  | "closed"
  | "reopened"
  | "observed"
  | "unmatched"
  | "failed"
  | "gap"
  | "trusted"
  | "granted"
  | "revoked"
  | "strayed"
  | "drifted"
  | "undone"
  | "alarm"
  | "acknowledged"
  | "erased"
  | "repaired"
  | "anchored"
  | "imported";

/** Stands in `contents` for a file that a person deleted. */
export const deletedContent = "deleted";

/** The lines that came and that went: of each its size and a hash, in base 36, with blanks between them. */
export interface ChangedLines {
  added: string;
  removed: string;
}

/** One recorded verdict or answer, as in `decisions.jsonl`. Never holds content, command text or tool output. */
export interface DecisionRecord {
  id: string;
  timestamp: string;
  decision: DecisionKind;
  agent: string;
  session: string;
  intent: string | null;
  tool?: string;
  tool_name?: string;
  invocation_id?: string;
  code?: string;
  risk?: string;
  /** Workspace-relative. */
  paths?: string[];
  /** Programs of a command line; its text only as a keyed hash. */
  programs?: string[];
  command_hash?: ContentHash;
  ticket?: string;
  /** The standing answer that was given, used or taken back. */
  grant?: string;
  /** A pseudonym; the name map is not tracked. */
  by?: string;
  assurance?: Assurance;
  globs?: string[];
  until?: string;
  /** When the call began, or the last look was, after which files changed that nobody claims. */
  since?: string;
  /**
   * The number of the newest record in this working copy's chain of traces then: it tells which changes came later, which
   * times do not. Of those kinds that are compared with changes: of unclaimed changes, undos, pauses and alarms.
   */
  after_trace?: number;
  /** A person's words, or a short reason made of codes and ids. */
  reason?: string;
  /** The commit the work tree stood at before files changed that nobody claims. */
  revision?: string;
  /**
   * By path, what the files held that a person agreed to, as git keeps it, with `deletedContent` for one that is gone; or
   * what those held that nobody claims, as they lay there.
   */
  contents?: Record<string, ContentHash>;
  /** By path, how the lines look that nobody claims. Missing for a file whose lines were not compared. */
  lines?: Record<string, ChangedLines>;
  /** How the criteria of an intent stood when a person said that it is done. */
  evidence?: Evidence;
  /** For `erased`: the hash of each line that went, and of the tombstone in its place. */
  erased?: [line: ContentHash, tombstone: ContentHash][];
  /** For `repaired`: what is missing of the chains from then on, and known to be. */
  repaired?: KnownLoss;
  /** For `imported`: how many records came in, and the hash of what they were read from, line feeds at its lines' ends. */
  imported?: { records: number; source: ContentHash };
  metadata: ChainMetadata & { source?: ContentHash; source_seq?: number };
}

/** What a repair of a ledger could not bring back, so that `verify` knows of it. */
export interface KnownLoss {
  /** From the sidecar, with `/`. */
  file: string;
  /** Hashes of the lines that were set aside. */
  lines: ContentHash[];
  gaps: ChainGap[];
  /** Heads that were noted elsewhere and are not in the chain. */
  anchors: { writer: string; seq: number; hash: ContentHash }[];
  /** Of a published file that is not what its name says: the hash of what it holds from then on. */
  content?: ContentHash;
}

/** Records of a writer that are missing between two that are there. */
export interface ChainGap {
  writer: string;
  /** The record before them; 0 where the chain begins with the next. */
  after: number;
  next: number;
  /** Of the next record's line. */
  hash: ContentHash;
}
