import { fail } from "@writ/contracts";
import { withPlainEnds } from "./line-endings.ts";

/** One piece of an update: lines to find, and what stands there afterwards. */
interface Hunk {
  /** What stands after `@@`: lines to pass on the way, outermost first. */
  anchors: string[];
  /** `+new`, `-old`, ` kept`. */
  lines: string[];
  /** It ends where the file does. */
  atEnd: boolean;
}

/** The hunks of one `*** Update File`. */
function hunksIn(body: string): Hunk[] {
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  const begin = (): Hunk => {
    const fresh: Hunk = { anchors: [], lines: [], atEnd: false };
    hunks.push(fresh);
    return fresh;
  };
  // Empty lines before the next header are there for the eye.
  const text = body.replace(/\n+$/, "");
  for (const line of text === "" ? [] : text.split("\n")) {
    if (line.startsWith("@@")) {
      // Several in a row name a place within a place.
      if (hunk === undefined || hunk.lines.length > 0) hunk = begin();
      const anchor = line.slice(2).trim();
      if (anchor !== "") hunk.anchors.push(anchor);
    } else if (line.trim() === "*** End of File") {
      hunk ??= begin();
      hunk.atEnd = true;
    } else {
      hunk ??= begin();
      // An empty line of the file often comes without its leading blank.
      hunk.lines.push(line === "" ? " " : line);
    }
  }
  return hunks;
}

const asIs = (line: string): string => line;
/** Models rarely see blanks at the end of a line. */
const withoutTail = (line: string): string => line.trimEnd();

/** Where these lines stand one after the other, from `start` on; -1 when they do not. */
function seek(lines: readonly string[], wanted: readonly string[], start: number): number {
  for (const form of [asIs, withoutTail]) {
    for (let at = start; at + wanted.length <= lines.length; at += 1) {
      if (wanted.every((line, index) => form(lines[at + index] ?? "") === form(line))) return at;
    }
  }
  return -1;
}

const missing = (path: string, what: string) =>
  fail("USAGE", {
    message: `The patch does not fit ${path}: ${what}`,
    fix: "Read the file again and write the hunk with its lines exactly as they are.",
  });

const quoted = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);

/** The line after the last anchor. Anchors are compared without their indentation, as the format has them. */
function pass(lines: readonly string[], anchors: readonly string[], start: number, path: string): number {
  return anchors.reduce((from, anchor) => {
    const at = lines.findIndex((line, index) => index >= from && line.trim() === anchor);
    if (at === -1) throw missing(path, `the line ${quoted(anchor)} after @@ is not there.`);
    return at + 1;
  }, start);
}

/** The lines after a hunk; those it keeps stay as the file has them. */
function replacement(lines: readonly string[], hunk: Hunk, at: number): string[] {
  const made: string[] = [];
  let here = at;
  for (const line of hunk.lines) {
    if (line.startsWith("+")) made.push(line.slice(1));
    else {
      if (line.startsWith(" ")) made.push(lines[here] ?? "");
      here += 1;
    }
  }
  return made;
}

function hunked(text: string, hunks: readonly Hunk[], path: string): string {
  // A text that ends with a newline has an empty last piece, which is no line.
  const hasLastEnd = text === "" || text.endsWith("\n");
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  if (text === "") lines.pop();
  let position = 0;
  for (const hunk of hunks) {
    const start = pass(lines, hunk.anchors, position, path);
    const old = hunk.lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
    const atEnd = hunk.atEnd || (old.length === 0 && hunk.anchors.length === 0);
    const at = atEnd ? seek(lines, old, Math.max(start, lines.length - old.length)) : seek(lines, old, start);
    if (at === -1) throw missing(path, `the lines from ${quoted(old[0] ?? "")} on are not there.`);
    const made = replacement(lines, hunk, at);
    lines.splice(at, old.length, ...made);
    position = at + made.length;
  }
  return lines.join("\n") + (hasLastEnd && lines.length > 0 ? "\n" : "");
}

/** A file after the body of its `*** Update File`. Every hunk fits, or none is made. */
export function patchedText(before: string, body: string, path: string): string {
  const hunks = hunksIn(body);
  return withPlainEnds(before, (plain) => hunked(plain, hunks, path));
}

/** The file an `*** Add File` makes. */
export function addedText(body: string): string {
  return body === "" ? "" : body.replaceAll(/^\+/gm, "").concat("\n");
}
