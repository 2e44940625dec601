import type { TraceFile, TraceFileMeta } from "@writ/contracts";
import { shapeOf } from "../lineage/shape.ts";
import { linesOf } from "../lines/split.ts";

/** Whether what a record says of the lines of a file is so in the very content it speaks of. */
export function fitsContent(
  file: TraceFile,
  { change }: TraceFileMeta,
  prints: readonly string[],
  text: string,
  hash: (text: string) => string,
): boolean {
  const lines = linesOf(text);
  if (change !== undefined && change.length !== lines.length) return false;
  const ranges = file.conversations[0]?.ranges ?? [];
  const claimed = ranges.flatMap(({ start_line: start, end_line: end }) => lines.slice(start - 1, end));
  return prints.every((print, at) => claimed[at] !== undefined && shapeOf(claimed[at], hash).print === print);
}
