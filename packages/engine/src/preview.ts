import type { Call, Change, Preview } from "@writ/contracts";

const shownLines = 20;
const shownColumns = 500;

/** The first lines of a change or command, and how many follow. Nothing is cut without saying so (R27). */
export function previewOf(text: string): Preview {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return {
    lines: lines.slice(0, shownLines).map(shortened),
    hidden: Math.max(0, lines.length - shownLines),
  };
}

/** Everything a call would run or write, as text: what a person approves is this, whole. */
export function detailOf(call: Pick<Call, "effects" | "command">): string {
  const parts = call.command === undefined ? [] : [call.command.text];
  for (const { op, path, from, change } of call.effects) {
    if (op === "exec") continue;
    const name = path ?? "(a file that cannot be named)";
    parts.push(from === undefined ? `${op} ${name}` : `${op} ${from} -> ${name}`);
    if (change !== undefined) parts.push(changeText(change));
  }
  return parts.join("\n");
}

/** Text in which nothing hides: control characters, escape sequences, reversed or invisible characters are spelled out. */
export function visible(text: string): string {
  return text.replace(hidden(), (character) => {
    const code = character.codePointAt(0) ?? 0;
    return named[character] ?? `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** The pattern is made when it is needed: one with Unicode properties takes long to set up. */
const hidden = (): RegExp =>
  /(?![\n\t])\p{Cc}|\p{Cs}|\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|(?! )\p{Z}|[\u2800\uFFF9-\uFFFB]/gu;
const named: Readonly<Record<string, string>> = { "\r": "\\r", "\0": "\\0", "\b": "\\b", "\x1B": "\\e" };

function changeText(change: Change): string {
  switch (change.kind) {
    case "content":
      return marked("+", change.content);
    case "edits":
      return change.edits
        .flatMap((edit) => [
          `@@${edit.all === true ? " every place" : ""}`,
          marked("-", edit.old),
          marked("+", edit.new),
        ])
        .filter((part) => part !== "")
        .join("\n");
    case "patch":
      return change.patch;
  }
}

function marked(sign: string, text: string): string {
  if (text === "") return "";
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign}${line}`)
    .join("\n");
}

function shortened(line: string): string {
  if (line.length <= shownColumns) return line;
  return `${line.slice(0, shownColumns)} … ${line.length - shownColumns} more characters`;
}
