/** More words than this nobody means; a few characters can stand for millions. */
export const mostWords = 256;

/** Braces without quotes, patterns or expansions inside. */
const plain = /^[\w./,{}@+:%=~ -]*$/;
const range = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})(?:\.\.(-?\d{1,6}))?|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))$/;

/** The words `{a,b}` or `{1..3}` stands for; `null` when they are too many or cannot be told. */
export function expandBraces(text: string): string[] | null {
  if (!plain.test(text) || text.length > 300) return null;
  return braceAt(text);
}

/** `text` is one pair of braces with everything inside. */
function braceAt(text: string): string[] | null {
  const inner = text.slice(1, -1);
  const parts = splitTop(inner);
  if (parts.length === 1) return expandRange(inner);
  const words: string[] = [];
  for (const part of parts) {
    const expanded = expandIn(part);
    if (expanded === null || words.length + expanded.length > mostWords) return null;
    words.push(...expanded);
  }
  return words;
}

/** A text in which braces may stand among other characters. */
function expandIn(text: string): string[] | null {
  const open = text.indexOf("{");
  if (open === -1) return text.includes("}") ? null : [text];
  const close = closing(text, open);
  if (close === -1) return null;
  const middle = braceAt(text.slice(open, close + 1));
  const tails = middle === null ? null : expandIn(text.slice(close + 1));
  if (middle === null || tails === null || middle.length * tails.length > mostWords) return null;
  return middle.flatMap((word) => tails.map((tail) => text.slice(0, open) + word + tail));
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === "{") depth += 1;
    else if (text[index] === "}") depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** At the commas that stand in no inner braces. */
function splitTop(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

function expandRange(text: string): string[] | null {
  const found = range.exec(text);
  // A zero in front pads all of them, which is rare enough to be left alone.
  if (found === null || /(^|\.)-?0\d/.test(text)) return null;
  const [, from, to, step, ...letters] = found;
  const ends = letters.filter((letter) => letter !== undefined).map((letter) => letter.charCodeAt(0));
  const [start = Number(from), end = Number(to)] = ends;
  const stride = Math.max(1, Math.abs(Number(step ?? 1)));
  const count = Math.floor(Math.abs(end - start) / stride) + 1;
  if (count > mostWords) return null;
  const sign = end < start ? -1 : 1;
  const at = (index: number): number => start + sign * stride * index;
  return Array.from({ length: count }, (_, index) =>
    ends.length > 0 ? String.fromCharCode(at(index)) : String(at(index)),
  );
}
