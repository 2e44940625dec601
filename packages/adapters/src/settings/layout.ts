/** How a text is laid out, so that what is put into it looks like the rest. */
export interface Layout {
  readonly eol: "\n" | "\r\n";
  /** One step of indentation. */
  readonly unit: string;
}

/** The first line break and the first indented line tell; two blanks where nothing does. */
export function layoutOf(text: string): Layout {
  const unit = /\n([ \t]{1,10})["{[]/.exec(text)?.[1] ?? "  ";
  return { eol: eolOf(text), unit };
}

/** The line break a text uses. */
export function eolOf(text: string): Layout["eol"] {
  return /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
}

/** Where the line of a place begins. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The blanks the line of a place begins with. */
export function indentAt(text: string, at: number): string {
  const start = lineStart(text, at);
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? "";
}

/** Whether nothing but blanks stands before a place on its line. */
export function isFirstOnLine(text: string, at: number): boolean {
  const start = lineStart(text, at);
  return start > 0 && /^[ \t]*$/.test(text.slice(start, at));
}

const mark = "\uFEFF";

/** A text and the byte order mark before it. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith(mark) ? { mark, body: text.slice(mark.length) } : { mark: "", body: text };
}

/** The line a place is on, counted from one. */
export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
