import { visible } from "../text/visible.ts";
import { widthOf } from "../text/width.ts";

/** What is said about one thing: what it is about, and sentences or points. */
export interface Paragraph {
  readonly label: string;
  readonly lines: readonly string[];
}

const labelWidth = 10;

/** Paragraphs with their labels in a column before them, broken at `width`; never broken without one. */
export function paragraphLines(
  paragraphs: readonly Paragraph[],
  width: number | null,
  label: (text: string) => string,
): string[] {
  const room = width === null ? Number.POSITIVE_INFINITY : Math.max(30, width - labelWidth);
  return paragraphs.flatMap((paragraph) =>
    paragraph.lines
      .flatMap((line) => wrapped(visible(line), room))
      .map((line, at) => (at === 0 ? label(paragraph.label.padEnd(labelWidth)) + line : " ".repeat(labelWidth) + line)),
  );
}

/** A line broken between words; what goes on stands as far in as what it goes on from, and a little more after a dash. */
function wrapped(line: string, room: number): string[] {
  if (widthOf(line) <= room) return [line];
  const indent = /^ *(?:- )?/.exec(line)?.[0].length ?? 0;
  const rows: string[] = [];
  let row = line.slice(0, indent);
  let isEmpty = true;
  for (const word of line.slice(indent).split(" ")) {
    if (!isEmpty && widthOf(row) + 1 + widthOf(word) > room) {
      rows.push(row);
      row = " ".repeat(indent) + word;
    } else row = isEmpty ? row + word : `${row} ${word}`;
    isEmpty = false;
  }
  return [...rows, row];
}
