import type { ContentHash, TraceFile, TraceFileMeta, TraceRange } from "@writ/contracts";
import { shapeOf, sumText } from "../lineage/shape.ts";
import { hunksBetween } from "../lines/hunks.ts";
import { linesOf } from "../lines/split.ts";
import { kindOf } from "./contributor.ts";

/** A content the ranges of an imported file may speak of. */
export interface Content {
  text: string;
  /** Git's object id of it. */
  blob?: string;
  /** What the file was before the revision that is named; left out where no revision was. */
  before?: string;
}

/** What is known of a file whose ranges were found in a content. */
export interface PlacedClaim {
  meta: TraceFileMeta;
  lines: string[];
}

/**
 * Ties the ranges of an imported file to a content, so that blame can follow its lines: a range is believed to mean
 * these lines when its hash is theirs, or when the revision it speaks of really added them. `null` when one range is
 * neither: then the record says only that something in the file was changed.
 */
export function placeClaim(file: TraceFile, content: Content, hash: (text: string) => string): PlacedClaim | null {
  const lines = linesOf(content.text);
  const claimed = file.conversations
    .filter(({ contributor }) => kindOf(contributor.entity_type) !== "human")
    .flatMap(({ ranges }) => ranges);
  const isAdded = content.before === undefined ? () => false : addedBetween(content.before, content.text);
  const isFound = (range: TraceRange): boolean =>
    range.end_line <= lines.length && (isHashOf(range, lines, hash) || (!hasHash(range) && isAdded(range)));
  if (claimed.length === 0 || !claimed.every(isFound)) return null;
  const version: ContentHash = hash(content.text);
  const first = file.conversations[0]?.ranges ?? [];
  const shapes = first
    .flatMap(({ start_line, end_line }) => lines.slice(start_line - 1, end_line))
    .map((line) => shapeOf(line, hash));
  return {
    meta: {
      op: "modify",
      // The claim is about one content: nothing came before or after.
      before: version,
      after: version,
      removed: 0,
      ...(content.blob !== undefined && { blob: content.blob }),
      change: { length: lines.length, kept: keptBeside(claimed, lines.length) },
      sums: shapes.map(sumText),
    },
    lines: shapes.map(({ print }) => print),
  };
}

const hasHash = ({ content_hash: hash }: TraceRange): boolean => /^(?:sha-?256:)?[0-9a-f]{64}$/i.test(hash);

/** Others hash the lines with or without the last line's end, as they stand or with line feeds only. */
function isHashOf(range: TraceRange, lines: readonly string[], hash: (text: string) => string): boolean {
  if (!hasHash(range)) return false;
  const wanted = `sha256:${range.content_hash.slice(-64).toLowerCase()}`;
  const text = lines.slice(range.start_line - 1, range.end_line).join("");
  const plain = text.replaceAll("\r\n", "\n");
  return [text, plain, text.replace(/\r?\n$/, ""), plain.replace(/\n$/, "")].some((form) => hash(form) === wanted);
}

function addedBetween(before: string, after: string): (range: TraceRange) => boolean {
  const hunks = hunksBetween(before, after) ?? [];
  return ({ start_line: start, end_line: end }) =>
    hunks.some((hunk) => hunk.start <= start && end < hunk.start + hunk.added);
}

/** Everything but the ranges, where it stands. */
function keptBeside(ranges: readonly TraceRange[], length: number): [number, number, number][] {
  const kept: [number, number, number][] = [];
  let next = 1;
  for (const { start_line: start, end_line: end } of [...ranges].sort(
    (one, other) => one.start_line - other.start_line,
  )) {
    if (start > next) kept.push([next, start - next, next]);
    next = Math.max(next, end + 1);
  }
  if (next <= length) kept.push([next, length - next + 1, next]);
  return kept;
}
