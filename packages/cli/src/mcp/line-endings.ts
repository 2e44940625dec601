/** How a text ends its lines: `crlf` only where every line does. */
export function endingsOf(text: string): "crlf" | "lf" {
  return /\r\n/.test(text) && !/(^|[^\r])\n/.test(text) ? "crlf" : "lf";
}

/** The text with plain line ends. */
export const toLf = (text: string): string => text.replaceAll("\r\n", "\n");

/** A text without carriage returns, as the file it goes into ends its lines. One that has some already says what it wants. */
export function fittedTo(before: string | null, text: string): string {
  if (before === null || text.includes("\r") || endingsOf(before) === "lf") return text;
  return text.replaceAll("\n", "\r\n");
}

/** Works on a text with plain line ends, and gives it back with its own. */
export function withPlainEnds(text: string, change: (plain: string) => string): string {
  return endingsOf(text) === "lf" ? change(text) : toLf(change(toLf(text))).replaceAll("\n", "\r\n");
}
