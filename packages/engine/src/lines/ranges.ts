import type { ChangedFile, Config, TraceRange } from "@writ/contracts";
import { hunksBetween } from "./hunks.ts";
import { linesOf } from "./split.ts";

/** What a change claims: ranges of the file as it is now, their lines, and how many lines it took out. */
export interface Claim {
  ranges: TraceRange[];
  /** Range after range, with their line ends. */
  lines: string[];
  removed: number;
  /** The content before is not known, so the ranges say "somewhere in the file". */
  coarse: boolean;
}

const nothing: Claim = { ranges: [], lines: [], removed: 0, coarse: false };

/** The ranges of one changed file (R91, R92): hunks with their own hashes, or the whole file. */
export function claimOf(file: ChangedFile, mode: Config["ranges"], hash: (text: string) => string): Claim {
  const after = file.after?.text;
  const before = file.before === null ? "" : file.before.text;
  if (file.after === null) return { ...nothing, removed: linesOf(before ?? "").length };
  if (after === undefined || after === null) return { ...nothing, coarse: !file.after.binary };
  const lines = linesOf(after);
  const hunks = before === null ? null : hunksBetween(before, after);
  const removed = hunks?.reduce((sum, hunk) => sum + hunk.removed, 0) ?? 0;
  const isWhole = mode === "file" || hunks === null || file.before === null;
  const spans = isWhole ? [{ start: 1, added: lines.length }] : hunks;
  const claimed = spans
    .filter((span) => span.added > 0)
    .map((span) => ({ ...span, text: lines.slice(span.start - 1, span.start - 1 + span.added) }));
  return {
    ranges: claimed.map(({ start, added, text }) => ({
      start_line: start,
      end_line: start + added - 1,
      content_hash: hash(text.join("")),
    })),
    lines: claimed.flatMap(({ text }) => text),
    removed,
    coarse: hunks === null,
  };
}

/** A claim without some lines, which are counted from 0. */
export function withoutLines(claim: Claim, left: ReadonlySet<number>, hash: (text: string) => string): Claim {
  const kept: { start: number; lines: string[] }[] = [];
  let nth = 0;
  for (const { start_line, end_line } of claim.ranges) {
    let isOpen = false;
    for (let line = start_line; line <= end_line; line += 1, nth += 1) {
      const isKept = !left.has(line - 1);
      if (isKept && !isOpen) kept.push({ start: line, lines: [] });
      if (isKept) kept.at(-1)?.lines.push(claim.lines[nth] ?? "");
      isOpen = isKept;
    }
  }
  return {
    ...claim,
    ranges: kept.map(({ start, lines }) => ({
      start_line: start,
      end_line: start + lines.length - 1,
      content_hash: hash(lines.join("")),
    })),
    lines: kept.flatMap(({ lines }) => lines),
  };
}
