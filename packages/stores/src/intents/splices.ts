import { Unusable } from "./yaml-file.ts";

/** One replacement in a text, by positions in the text as it was. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** The text with every replacement made. Those that start at one place are made in the order given. */
export function splice(text: string, splices: readonly Splice[]): string {
  const ordered = splices.map((item, order) => ({ ...item, order }));
  ordered.sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  let result = "";
  let at = 0;
  for (const { start, end, text: inserted } of ordered) {
    if (start < at) throw new Unusable(0, "two changes overlap");
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/** Where the line of a position begins. */
export function lineStart(text: string, position: number): number {
  return text.lastIndexOf("\n", position - 1) + 1;
}

/** Where the next line begins; the end of the text when there is none. */
export function nextLine(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  return end === -1 ? text.length : end + 1;
}

/** How far a position is from the beginning of its line. */
export function columnOf(text: string, position: number): number {
  return position - lineStart(text, position);
}

/** Past the line a value ends in; a value that ends with its line break ends there. */
export function afterLine(text: string, end: number): number {
  return end > 0 && text[end - 1] === "\n" ? end : nextLine(text, end);
}

/**
 * Past the comments that follow and stand further in than `column`: they belong to what ends at `position`.
 * Blank lines are passed only on the way to such a comment.
 */
export function afterComments(text: string, position: number, column: number): number {
  let at = position;
  for (let ahead = position; ahead < text.length; ahead = nextLine(text, ahead)) {
    const line = text.slice(ahead, nextLine(text, ahead));
    if (line.trim() === "") continue;
    const indent = line.length - line.trimStart().length;
    if (!line.trimStart().startsWith("#") || indent <= column) break;
    at = nextLine(text, ahead);
  }
  return at;
}

/** An insertion of whole lines at the beginning of a line, or at the end of a text that lacks its last line break. */
export function insertLines(text: string, position: number, lines: readonly string[], eol: string): Splice {
  const block = lines.join(eol);
  const isOpen = position === text.length && text !== "" && !text.endsWith("\n");
  return { start: position, end: position, text: isOpen ? `${eol}${block}` : `${block}${eol}` };
}
