import { lookAlikes } from "./look-alikes.ts";
import { drawMarks, hasTypedEscapes, marked, pieces, unmarked } from "./marks.ts";
import type { Paint } from "./paint.ts";
import { visibleMarked } from "./visible.ts";

/** So many blanks in a row push what follows out of sight; so they are counted instead. */
const longestBlank = 24;

/** A line as it is, but so that a person sees all of it: what hides is spelled out, and long blanks are counted. */
function shown(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const rest = line.slice(indent.length);
  const start = indent.length > longestBlank ? counted(indent) : indent.replaceAll("\t", "    ");
  const end = /[ \t]+$/.exec(rest)?.[0] ?? "";
  const middle = rest
    .slice(0, rest.length - end.length)
    .split(/([ \t]{2,})/)
    .map((part) =>
      /^[ \t]{2,}$/.test(part)
        ? part.length > longestBlank
          ? counted(part)
          : part.replaceAll("\t", "    ")
        : lookAlikes(unmarked(part), marked),
    )
    .join("");
  if (rest === "") return indent === "" ? "" : counted(indent);
  return start + visibleMarked(middle.replaceAll("\t", "    "), marked) + (end === "" ? "" : counted(end));
}

/** `<5000 spaces>`; tabs and spaces are told apart. */
function counted(blank: string): string {
  const tabs = blank.split("\t").length - 1;
  const spaces = blank.length - tabs;
  const parts = [
    ...(spaces === 0 ? [] : [`${spaces} ${spaces === 1 ? "space" : "spaces"}`]),
    ...(tabs === 0 ? [] : [`${tabs} ${tabs === 1 ? "tab" : "tabs"}`]),
  ];
  return marked(`<${parts.join(", ")}>`);
}

/** How what Writ spells out is told from what was typed: inverse; without colours in brackets, where it matters. */
export function drawFor(text: string, paint: Paint): (spelled: string) => string {
  if (paint.inverse("x") !== "x") return paint.inverse;
  return hasTypedEscapes(text) ? (spelled) => `⟪${spelled}⟫` : (spelled) => spelled;
}

/**
 * All lines of a text, broken at `width` instead of being left to the terminal, so that a screenful is one. A line that
 * goes on is marked by what stands before it; lines without anything in them are counted when there are many.
 */
export function shownLines(
  text: string,
  width: number,
  [first, next]: readonly [string, string] = ["", ""],
  draw: (spelled: string) => string = (spelled) => spelled,
): string[] {
  const room = Math.max(16, width - first.length);
  const lines: string[] = [];
  let empty = 0;
  const flush = () => {
    if (empty > 3) lines.push(first + draw(`<${empty} empty lines>`));
    else for (let at = 0; at < empty; at++) lines.push(first.trimEnd());
    empty = 0;
  };
  for (const line of text.split("\n")) {
    if (line === "") {
      empty++;
      continue;
    }
    flush();
    for (const [at, piece] of pieces(shown(line), room).entries())
      lines.push((at === 0 ? first : next) + drawMarks(piece, draw));
  }
  flush();
  return lines;
}

/** The same for what is one line by its nature, such as a path: its line breaks are spelled out. */
export function shownLine(
  text: string,
  width: number,
  [first, next]: readonly [string, string],
  draw: (spelled: string) => string,
): string[] {
  const room = Math.max(16, width - first.length);
  const line = text.split("\n").map(shown).join(marked("\\n"));
  return pieces(line, room).map((piece, at) => (at === 0 ? first : next) + drawMarks(piece, draw));
}
