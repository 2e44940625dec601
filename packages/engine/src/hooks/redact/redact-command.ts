import { hidden, hideInCommand, redacted } from "./hide.ts";
import { withoutOptionWords } from "./options.ts";
import { withoutKeyLines } from "./private-keys.ts";
import { redactWith } from "./redact.ts";
import { readShellLine } from "./shell-words.ts";

/**
 * A command line without its secrets, for those who judge it: its words stay as many as they are and where they are,
 * nothing is taken out across an operator, and neither are plain words, which say where something is done.
 */
export function redactCommand(raw: string): string {
  const line = readShellLine(raw);
  // Both leave every character where it was.
  const inside = redactWith(withoutKeyLines(line.text), hideInCommand);
  const options = withoutOptionWords(line, raw);
  let done = "";
  let at = 0;
  let last = -2;
  for (const [index, place] of line.places.entries()) {
    const original = line.text.charAt(index);
    const isHidden = original !== hidden && (inside.charAt(index) === hidden || options.charAt(index) === hidden);
    if (place < 0 || !isHidden || beginsComment(raw, place)) continue;
    if (place !== last + 1) done += raw.slice(at, place) + redacted;
    at = place + 1;
    last = place;
  }
  return done + raw.slice(at);
}

/** What makes the rest of the line a comment stays: without it the rest would be read as words. */
const beginsComment = (raw: string, at: number): boolean =>
  raw.charAt(at) === "#" && (at === 0 || /[\s;&|()<>`]/.test(raw.charAt(at - 1)));
