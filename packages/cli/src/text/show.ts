import { lookAlikes } from "./look-alikes.ts";
import { visible } from "./visible.ts";

/** So many blanks in a row push what follows out of sight; so they are counted instead. */
const longestBlank = 24;

/** A line as it is, but so that a person sees all of it: what hides is spelled out, and long blanks are counted. */
function shown(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const rest = line.slice(indent.length);
  const start = indent.length > longestBlank ? counted(indent) : indent.replaceAll("\t", "    ");
  const end = /[ \t]+$/.exec(rest)?.[0] ?? "";
  const middle = rest
    .slice(0, rest.length - end.length)
    .split(/([ \t]{2,})/)
    .map((part) =>
      /^[ \t]{2,}$/.test(part)
        ? part.length > longestBlank
          ? counted(part)
          : part.replaceAll("\t", "    ")
        : lookAlikes(part),
    )
    .join("");
  if (rest === "") return indent === "" ? "" : counted(indent);
  return start + visible(middle.replaceAll("\t", "    ")) + (end === "" ? "" : counted(end));
}

/** `<5000 spaces>`; tabs and spaces are told apart. */
function counted(blank: string): string {
  const tabs = blank.split("\t").length - 1;
  const spaces = blank.length - tabs;
  const parts = [
    ...(spaces === 0 ? [] : [`${spaces} ${spaces === 1 ? "space" : "spaces"}`]),
    ...(tabs === 0 ? [] : [`${tabs} ${tabs === 1 ? "tab" : "tabs"}`]),
  ];
  return `<${parts.join(", ")}>`;
}

/**
 * All lines of a text, broken at `width` instead of being left to the terminal, so that a screenful is one. A line that
 * goes on is marked by what stands before it; lines without anything in them are counted when there are many.
 */
export function shownLines(text: string, width: number, [first, next]: readonly [string, string] = ["", ""]): string[] {
  const room = Math.max(16, width - first.length);
  const lines: string[] = [];
  let empty = 0;
  const flush = () => {
    if (empty > 3) lines.push(`${first}<${empty} empty lines>`);
    else for (let at = 0; at < empty; at++) lines.push(first.trimEnd());
    empty = 0;
  };
  for (const line of text.split("\n")) {
    if (line === "") {
      empty++;
      continue;
    }
    flush();
    for (const [at, piece] of pieces(shown(line), room).entries()) lines.push((at === 0 ? first : next) + piece);
  }
  flush();
  return lines;
}

/** A line in pieces that fit; wide letters take two columns. */
function pieces(line: string, room: number): string[] {
  const found: string[] = [];
  let piece = "";
  let used = 0;
  for (const character of line) {
    const columns = wide.test(character) ? 2 : 1;
    if (used + columns > room) {
      found.push(piece);
      piece = "";
      used = 0;
    }
    piece += character;
    used += columns;
  }
  return [...found, piece];
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
