import type { Node } from "jsonc-parser";
import { endOf, type JsonDocument } from "./json-document.ts";
import { inline, type JsonValue, spread } from "./json-value.ts";
import { indentAt, isFirstOnLine, layoutOf } from "./layout.ts";

// Each insertion has exactly one removal that undoes it, byte for byte; what it needs to know for that is in the text.

/** The text with one more member at the end of a list, or of an object under a name. Nothing else is touched. */
export function insertInto({ text }: JsonDocument, container: Node, name: string | null, value: JsonValue): string {
  const layout = layoutOf(text);
  const { eol, unit } = layout;
  const lead = name === null ? "" : `${JSON.stringify(name)}: `;
  const last = container.children?.at(-1);
  if (last === undefined) {
    const indent = `${indentAt(text, container.offset)}${unit}`;
    const body = `${lead}${spread(value, indent, layout)}`;
    // Behind the blanks that are there, so that those at the end of the last line are ours alone.
    const at = skip(text, container.offset + 1, /[ \t]+/y);
    return put(text, at, `${eol}${eol}${indent}${body}${eol}${indentAt(text, container.offset)}`);
  }
  const ownLine = isFirstOnLine(text, last.offset);
  const indent = indentAt(text, last.offset);
  const gap = ownLine ? `${eol}${indent}` : " ";
  const isOneLine = !text.slice(container.offset, endOf(container)).includes("\n");
  const body = `${gap}${lead}${isOneLine ? inline(value) : spread(value, indent, layout)}`;
  const comma = commaAfter(text, endOf(last));
  const end = comma === -1 ? endOf(last) : comma + 1;
  const at = ownLine ? afterRemarks(text, end) : end;
  // With a comma behind the last one, as some like it, ours gets one too; without, theirs does.
  return comma === -1 ? put(put(text, at, body), end, ",") : put(text, at, `${body},`);
}

/** The text without one member of a list or object, and without the comma and the blanks it brought along. */
export function removeFrom(document: JsonDocument, container: Node, member: Node): string {
  const { text } = document;
  const members = container.children ?? [];
  const at = members.indexOf(member);
  const start = beforeBlanks(document, member);
  const end = endOf(member);
  const comma = commaAfter(text, end);
  if (members.length === 1) {
    const rest = comma === -1 ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1);
    if (!wasEmpty(document, container)) return text.slice(0, start) + rest;
    const blanks = skip(text, container.offset + 1, /[ \t]+/y);
    return text.slice(0, blanks) + rest.replace(/^\r?\n[ \t]*/, "");
  }
  if (comma !== -1) return text.slice(0, start) + text.slice(end, comma) + text.slice(comma + 1);
  const before = members[at - 1];
  const previous = before === undefined ? -1 : commaAfter(text, endOf(before));
  return text.slice(0, previous) + text.slice(previous + 1, start) + text.slice(end);
}

/** Whether brackets were there, empty, before `insertInto` filled them: it leaves a free line behind the first one. */
export function wasEmpty({ text }: JsonDocument, { offset }: Node): boolean {
  return /^[ \t]*(?:\r?\n){2}/.test(text.slice(offset + 1));
}

function put(text: string, at: number, piece: string): string {
  return `${text.slice(0, at)}${piece}${text.slice(at)}`;
}

/** Where the comma behind a value stands; -1 where none does. */
function commaAfter(text: string, from: number): number {
  const at = skip(text, from, /\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y);
  return text[at] === "," ? at : -1;
}

/** Behind the remarks that stand on the same line, since they belong to what is before them. */
function afterRemarks(text: string, from: number): number {
  return skip(text, from, /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/y);
}

/** Behind all that a sticky pattern matches from a place on. */
function skip(text: string, from: number, pattern: RegExp): number {
  let at = from;
  for (;;) {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length === 0) return at;
    at += length;
  }
}

/** Where the blanks before a value begin; a remark that ends with its line keeps its line break. */
function beforeBlanks({ text, comments }: JsonDocument, member: Node): number {
  let start = member.offset;
  while (start > 0 && /\s/.test(text[start - 1] ?? "")) start -= 1;
  const isBehindRemark = comments.some(({ isLine, end }) => isLine && end === start);
  const rest = text.slice(endOf(member));
  if (!isBehindRemark || /^,?[ \t]*(?:\r?\n|\/\/)/.test(rest)) return start;
  return text.indexOf("\n", start) + 1;
}
