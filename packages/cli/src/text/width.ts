const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** How many columns of a terminal a character takes. */
export function columnsOf(character: string): number {
  return wide.test(character) ? 2 : 1;
}

/** How many columns of a terminal a text takes that is made visible. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let sum = 0;
  for (const character of text) sum += columnsOf(character);
  return sum;
}

/** A text of at most so many columns, with a mark where something is missing. */
export function cutToWidth(text: string, room: number): string {
  if (isPlain(text)) return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
  if (widthOf(text) <= room) return text;
  let used = 0;
  let kept = "";
  for (const character of text) {
    used += columnsOf(character);
    if (used > room - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A text with blanks behind it, so many columns wide. */
export function pad(text: string, room: number): string {
  return text + " ".repeat(Math.max(0, room - widthOf(text)));
}

/** Tabs as the blanks they stand for, with a stop every so many columns. */
export function withoutTabs(text: string, every: number): string {
  if (!text.includes("\t")) return text;
  let column = 0;
  let spread = "";
  for (const character of text) {
    const blanks = character === "\t" ? every - (column % every) : 0;
    spread += character === "\t" ? " ".repeat(blanks) : character;
    column += character === "\t" ? blanks : columnsOf(character);
  }
  return spread;
}
