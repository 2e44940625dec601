import type { TraceFileMeta, TraceMetadata } from "./trace.ts";

/** What of a trace's metadata may leave the working copy. Whatever a later version adds stays until it is named here. */
export const publishedTraceKeys = [
  "agent",
  "session",
  "tool",
  "tool_name",
  "invocation_id",
  "call_id",
  "intent",
  "mutation_class",
  "declared_class",
  "class_disagrees",
  "files",
  "lines",
  "lines_dropped",
  "ticket",
  "raced",
  "revision_before",
  "erased",
] as const satisfies readonly (keyof TraceMetadata)[];

/** The same for what is known of each of its files. */
export const publishedFileKeys = [
  "op",
  "from",
  "before",
  "after",
  "removed",
  "binary",
  "coarse",
  "blob",
  "blob_before",
  "change",
  "since",
  "given",
  "unsure",
  "sums",
  "class",
  "symbols",
  "symbol_lines",
] as const satisfies readonly (keyof TraceFileMeta)[];
