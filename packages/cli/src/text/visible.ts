const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u001b": "\\e" };

/**
 * Control, format (direction marks, zero width), separators of lines, private use, halves of pairs, what fonts leave
 * out, and every blank but the plain one.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // A byte that is no text is kept as a half of a pair (`looseText`).
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x{${(code - 0xdc00).toString(16)}}`;
  return named[character] ?? `\\u{${code.toString(16)}}`;
}

/** One line that cannot move the cursor, hide or reorder text: what would is shown as an escape. */
export function visible(text: string): string {
  return text.replace(hidden, show);
}

/** The same, with every escape marked, so that none is taken for what somebody typed. */
export function visibleMarked(text: string, mark: (spelled: string) => string): string {
  return text.replace(hidden, (character) => mark(show(character)));
}

/** Many lines, each visible; line breaks and tabs stay what they are. */
export function visibleLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(hidden, (character) => (character === "\t" ? "\t" : show(character))));
}
