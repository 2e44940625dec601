import { fail } from "@writ/contracts";

/** Lines of a file, counted from 1, the last one included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** `-3` might be the first three lines, or the last but two: it is none. */
const spelling = /^(?!-)(\d{1,9})?(?:(,|-)(\+)?(\d{1,9})?)?$/;

/** `12`, `12,20`, `12-20`, `12,+5`, `12,` and `,20`; `null` for anything else. An open end is the end of the file. */
export function parseLineRange(text: string): LineRange | null {
  const found = spelling.exec(text.trim());
  if (found === null) return null;
  const [, first, comma, plus, last] = found;
  if (first === undefined && last === undefined) return null;
  const from = first === undefined ? 1 : Number(first);
  const to =
    comma === undefined
      ? from
      : last === undefined
        ? Number.POSITIVE_INFINITY
        : plus === undefined
          ? Number(last)
          : from + Number(last) - 1;
  return from < 1 || to < from ? null : { from, to };
}

/** How lines are named with an option, and behind a file. */
const spellings = {
  option:
    "12 for one line, 12,20 for those from 12 to 20, 12,+5 for five, 12, for all from there on, ,20 for all up to there",
  place: "FILE:12 for one line, FILE:12-20 for those from 12 to 20, FILE:12- for all from there on",
};

/** The same; a problem that quotes it, with what stood before it, when it is no range. */
export function toLineRange(before: string, text: string, how: keyof typeof spellings = "option"): LineRange {
  const range = parseLineRange(text);
  if (range !== null) return range;
  throw fail("USAGE", {
    message: `${before}${text} names no lines.`,
    fix: `Lines are counted from 1, and the first of some comes first. Say ${spellings[how]}.`,
  });
}

/** Tells whether a line of a file of so many is in one of these ranges; all are where there is none. */
export function linesWithin(ranges: readonly LineRange[], length: number, path: string): (line: number) => boolean {
  const parts = ranges.map((range) => withinFile(range, length, path));
  return (line) => parts.length === 0 || parts.some(({ from, to }) => from <= line && line <= to);
}

/** The part of a range that a file of so many lines has; a problem when it has none of it. */
export function withinFile(range: LineRange, length: number, path: string): LineRange {
  if (range.from <= length) return { from: range.from, to: Math.min(range.to, length) };
  throw fail("USAGE", {
    message:
      length === 0
        ? `${path} is empty, so it has no line ${range.from}.`
        : `${path} has ${length} ${length === 1 ? "line" : "lines"}, so it has no line ${range.from}.`,
    fix: length === 0 ? "There is nothing to ask about it." : `Name lines from 1 to ${length}.`,
  });
}
