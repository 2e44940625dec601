import { columnsOf } from "./width.ts";

/** They stand around what Writ spelled out. No text holds them: they are no characters, and are spelled out themselves. */
const open = "\uFDD0";
const close = "\uFDD1";

/** An escape that is known to be one. */
export const marked = (spelled: string): string => `${open}${spelled}${close}`;

/** A text in which only `marked` can have put marks. */
export const unmarked = (text: string): string =>
  text.replace(/[\uFDD0\uFDD1]/g, (mark) => marked(`\\u{${mark.charCodeAt(0).toString(16)}}`));

/** Gives every mark its look. */
export const drawMarks = (line: string, draw: (spelled: string) => string): string =>
  line.replace(/\uFDD0([^\uFDD1]*)\uFDD1/g, (_, spelled: string) => draw(spelled));

/** A line in pieces that fit; wide letters take two columns, marks none, and a mark that goes on is opened again. */
export function pieces(line: string, room: number): string[] {
  const found: string[] = [];
  let piece = "";
  let used = 0;
  let isMarked = false;
  for (const character of line) {
    if (character === open || character === close) {
      isMarked = character === open;
      piece += character;
      continue;
    }
    const columns = columnsOf(character);
    if (used + columns > room) {
      found.push(isMarked ? piece + close : piece);
      piece = isMarked ? open : "";
      used = 0;
    }
    piece += character;
    used += columns;
  }
  return [...found, piece];
}

/** Whether somebody typed what reads like one of Writ's escapes: then those must look different. */
export const hasTypedEscapes = (text: string): boolean =>
  /\\(?:[nrte]|[ux]\{[0-9a-f]+\})|<\d+ (?:spaces?|tabs?|empty lines)/i.test(text);
