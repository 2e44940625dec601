import * as z from "zod/mini";
import type { MutationClass } from "./call.ts";

/** `sha256:` and 64 hex digits. */
export type ContentHash = string;

/** Lines `start_line..end_line` (1-based, inclusive) as they are after the write. */
export const TraceRange = z.object({
  start_line: z.number(),
  end_line: z.number(),
  content_hash: z.string(),
});
export type TraceRange = z.infer<typeof TraceRange>;

/** One changed file in S1's record. */
export const TraceFile = z.object({
  relative_path: z.string(),
  conversations: z.array(
    z.object({
      url: z.string(),
      contributor: z.object({
        entity_type: z.string(),
        model_identifier: z.string(),
      }),
      ranges: z.array(TraceRange),
      related: z.array(z.object({ type: z.string(), value: z.string() })),
    }),
  ),
});
export type TraceFile = z.infer<typeof TraceFile>;

/** What is known of one file beyond S1's record. */
export interface TraceFileMeta {
  op: "create" | "modify" | "delete" | "rename";
  from?: string;
  before: ContentHash | null;
  after: ContentHash | null;
  /** Lines taken out. */
  removed: number;
  /** Set for files without line claims. */
  binary?: true;
  /** Set when the content before was not kept, so that the ranges say "somewhere in the file". */
  coarse?: true;
  /** Git's object ids of the content before and now, in a git repository: a commit's files are known by them. */
  blob?: string;
  blob_before?: string;
  /** How the lines of now follow from those before. */
  change?: LineChange;
  /** What somebody else did to the file since Writ last knew it, when they did; `unknown` when that may have been an agent. */
  since?: LineChange & { version: ContentHash; unknown?: true; lines: [line: number, print: string, sum: string][] };
  /** Lines taken out here that an earlier call had put into another file: where they stood, and where they are there. */
  given?: [stood: number, count: number, path: string, version: ContentHash, start: number][];
  /**
   * Versions that git brought lines from, and of which nobody can say who made them: perhaps a call did. `true` where
   * git could not say in time what it had: then nobody knows who made the lines that are new.
   */
  unsure?: string[] | true;
  /** Sizes and sums of the lines that `lines` has fingerprints of: `size.sum`, in base 36. */
  sums?: string[];
  /** Whether this file's behaviour changed or only its form. */
  class?: MutationClass;
  /** The functions, classes and types the change touched: `Class.method`; taken from the syntax tree. */
  symbols?: string[];
  /** Where each of `symbols` stands now, first line and last; `null` for one that is gone. */
  symbol_lines?: ([start: number, end: number] | null)[];
}

/** How one version of a file came from another: positions only, counted from 1. */
export interface LineChange {
  /** How many lines there are now. */
  length: number;
  /**
   * Lines that are not new: first line now, how many, where they stood, and of another file which one, in which version.
   * Lines that git brought are from a version of the same file, which goes by git's object id.
   */
  kept: [start: number, count: number, stood: number, path?: string, version?: ContentHash][];
}

/** Everything S1's record does not have. One key, so that the rest stays S1 exactly. */
export interface TraceMetadata {
  v: 1;
  /** The working copy that wrote the line, the line's number in that writer's chain, and the hash of its line before. */
  writer: string;
  seq: number;
  prev: ContentHash | null;
  agent: string;
  session: string;
  tool: string;
  tool_name: string;
  invocation_id: string;
  call_id: string;
  intent: string | null;
  mutation_class: MutationClass;
  /** What the agent said the change was, and whether it said something else than what was found. */
  declared_class?: MutationClass;
  class_disagrees?: true;
  files: Record<string, TraceFileMeta>;
  /** Short fingerprints of lines without their blanks, the kind of their quotes and what ends them, range after range, by path. */
  lines: Record<string, string[]>;
  /** Set when the fingerprints were left out for size. */
  lines_dropped?: true;
  ticket?: string;
  /** The check-to-write race was lost: somebody changed the file between the decision and the write (R79). */
  raced?: string[];
  /** The commit the call began at, where it ended at another: what it changed may be committed already. */
  revision_before?: string;
  /** Recorded during a pause or in observe mode: what would have been said. */
  would?: { verdict: string; code: string };
  /** In published files: hash of the live line this one was copied from. */
  source?: ContentHash;
  /** In published files: the live line's number in its writer's chain, which tells what came first. */
  source_seq?: number;
  /** Set on what `writ import` brought in: somebody else says so, Writ did not see it. */
  imported?: ImportMark;
  /** Set by the reader where a tombstone stands: who, with what and why is erased, which lines changed is left. */
  erased?: true;
}

/** Where an imported record came from, and what of it is only kept. */
export interface ImportMark {
  /** Agent Trace, S0's flat record, or S1's. */
  format: "agent-trace" | "s0" | "s1";
  /** When it was brought in, ISO-8601. */
  at: string;
  /** Its id there: here it has one of its own, so that it never stands for the record it claims to be. */
  id?: string;
  /** The record as it came, where a trace cannot say all of it. Not published. */
  original?: Record<string, unknown>;
  /** What it says of tickets and the like: kept for the next export, never believed. Not published. */
  claims?: Record<string, unknown>;
}

/** One recorded change, S1's shape on disk plus `metadata`. */
export const TraceRecord = z.object({
  id: z.string(),
  timestamp: z.string(),
  vcs: z.object({ revision_id: z.string() }),
  files: z.array(TraceFile),
  metadata: z.optional(z.record(z.string(), z.unknown())),
});
/** The record as Writ writes it. The reader also meets others' records, which have no metadata. */
export interface TraceRecord {
  id: string;
  timestamp: string;
  vcs: { revision_id: string };
  files: TraceFile[];
  metadata: TraceMetadata;
}

/** A record before a ledger gave it its place in the chain. */
export type Unchained<R extends { metadata: ChainMetadata }> = Omit<R, "metadata"> & {
  metadata: Omit<R["metadata"], keyof ChainMetadata>;
};

/** The part of the metadata the ledger fills in. */
export interface ChainMetadata {
  v: 1;
  writer: string;
  seq: number;
  prev: ContentHash | null;
}
