import { visibleLine } from "../preview.ts";
import { redact } from "./redact/redact.ts";

/** Text cut to a length, saying so; never in the middle of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** Text on one line, in which nothing hides, cut to a length. */
export function oneLine(text: string, most: number): string {
  // Spelling out what is hidden makes text longer, never shorter: what is cut off first could not have been shown.
  const near = cut(
    text
      .trim()
      .slice(0, most * 8)
      .replace(/\s+/g, " "),
    most * 4,
  );
  return cut(visibleLine(near), most);
}

/** Most of a summary, in characters. */
export const mostSummary = 300;

/** The beginning of a text on one line, without secrets. */
export function summary(text: string): string {
  return oneLine(redact(text), mostSummary);
}
