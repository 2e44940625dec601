import { isDeepStrictEqual } from "node:util";
import { isAlias, isCollection, isMap, isScalar, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { blockPair, flow, flowPair, indent, type Layout, type Quotes, scalar, type Value } from "./render.ts";
import { afterComments, afterLine, columnOf, insertLines, lineStart, nextLine, type Splice } from "./splices.ts";
import type { FieldPair } from "./tree.ts";
import { Unusable } from "./yaml-file.ts";

/** The text that is edited, and how it is laid out. Every edit is a list of splices; all else stays byte for byte. */
export interface Editor {
  text: string;
  layout: Layout;
}

interface Ranged {
  range?: [number, number, number] | null | undefined;
}

/** Where a node begins and where its value ends. Every node of a parsed file has them. */
function spanOf(node: Ranged): { start: number; end: number } {
  if (!node.range) throw new Unusable(0, "a value without a place in the file");
  return { start: node.range[0], end: node.range[1] };
}

const isRanged = (value: unknown): value is Ranged => isScalar(value) || isCollection(value) || isAlias(value);

/** The quotes a value has, so that what takes its place has them too. */
export function quotesOf(node: unknown): Quotes {
  if (!isScalar(node)) return "plain";
  if (node.type === "QUOTE_DOUBLE") return "double";
  return node.type === "QUOTE_SINGLE" ? "single" : "plain";
}

/** Just behind the colon of a pair. */
function colonOf(pair: FieldPair): number {
  const colon = pair.srcToken?.sep?.find((token) => token.type === "map-value-ind");
  if (colon === undefined) throw new Unusable(0, "a key without a value");
  return colon.offset + 1;
}

/** The place of a pair's value; right behind the colon when there is none. */
function valueSpan({ text }: Editor, pair: FieldPair): { start: number; end: number } {
  const colon = colonOf(pair);
  if (!isRanged(pair.value)) return { start: colon, end: colon };
  const { start, end } = spanOf(pair.value);
  if (start === end) return { start: colon, end: colon };
  // A block text ends behind its line break, which the line keeps.
  const lineBreak = isScalar(pair.value) ? (/\r?\n$/.exec(text.slice(start, end))?.[0].length ?? 0) : 0;
  return { start, end: end - lineBreak };
}

const isBlock = (value: unknown): boolean => isCollection(value) && value.flow !== true;

/** Replaces a text, in the quotes it had. */
export function setText(editor: Editor, pair: FieldPair, value: string, inFlow: boolean): Splice[] {
  if (isBlock(pair.value)) return setValue(editor, pair, value, inFlow);
  const { start, end } = valueSpan(editor, pair);
  const text = scalar(value, quotesOf(pair.value), inFlow);
  return [{ start, end, text: start === end ? ` ${text}` : text }];
}

/** Takes the value of a pair out and puts another in its place, in a new shape. */
export function setValue(editor: Editor, pair: FieldPair, value: Value, inFlow: boolean): Splice[] {
  const { text, layout } = editor;
  const { start, end } = valueSpan(editor, pair);
  const colon = colonOf(pair);
  if (inFlow) return [{ start: colon, end, text: ` ${flow(value, layout.quotes)}` }];
  const [first = "", ...below] = blockPair("k", value, layout);
  const inline = first.slice("k:".length);
  const lines = indent(below, columnOf(text, spanOf(pair.key).start));
  if (!isBlock(pair.value)) {
    const behind = lines.length === 0 ? [] : [insertLines(text, nextLine(text, end), lines, layout.eol)];
    return [{ start: colon, end, text: inline }, ...behind];
  }
  const to = afterLine(text, end);
  const close = lines.length > 0 && text[to - 1] === "\n" ? layout.eol : "";
  return [
    { start: colon, end: colon, text: inline },
    { start: lineStart(text, start), end: to, text: lines.join(layout.eol) + close },
  ];
}

function endOfPair({ key, value }: Pair): number {
  if (isRanged(value)) return spanOf(value).end;
  if (isRanged(key)) return spanOf(key).end;
  throw new Unusable(0, "a pair without a place in the file");
}

/** Adds a pair behind the last one of an entry. */
export function addPair(editor: Editor, map: YAMLMap, key: string, value: Value): Splice[] {
  const { text, layout } = editor;
  if (map.flow) return addToFlow(map, flowPair(key, value, layout.quotes));
  const [first] = map.items;
  const last = map.items.at(-1);
  if (!isScalar(first?.key) || last === undefined) throw new Unusable(0, "an entry without a simple key");
  const column = columnOf(text, spanOf(first.key).start);
  const at = afterComments(text, afterLine(text, endOfPair(last)), column);
  return [insertLines(text, at, indent(blockPair(key, value, layout), column), layout.eol)];
}

/** Takes a pair out, with its line. */
export function removePair(editor: Editor, map: YAMLMap, pair: FieldPair): Splice[] {
  const { text } = editor;
  const { end } = valueSpan(editor, pair);
  const { start } = spanOf(pair.key);
  if (!map.flow) return [{ start: lineStart(text, start), end: afterLine(text, end), text: "" }];
  const before = map.items[map.items.indexOf(pair) - 1];
  return [{ start: before === undefined ? start : endOfPair(before), end, text: "" }];
}

/** Adds something to a list or an object between brackets, behind what is in it. */
export function addToFlow(node: YAMLMap | YAMLSeq, addition: string): Splice[] {
  const open = spanOf(node).start + 1;
  const last: unknown = node.items.at(-1);
  if (last === undefined) return [{ start: open, end: open, text: addition }];
  const pair = isMap(node) ? node.items.at(-1) : undefined;
  const end = pair === undefined ? spanOf(isRanged(last) ? last : {}).end : endOfPair(pair);
  return [{ start: end, end, text: `, ${addition}` }];
}

/** Where the dash of an item is. */
function dashOf(seq: YAMLSeq, index: number): number {
  const token = seq.srcToken?.type === "block-seq" ? seq.srcToken.items[index] : undefined;
  const dash = token?.start.find((part) => part.type === "seq-item-ind");
  if (dash === undefined) throw new Unusable(0, "a list without dashes");
  return dash.offset;
}

/** Adds items behind the last one of a list: each as lines, the first of which gets the dash. */
export function addItems(
  editor: Editor,
  seq: YAMLSeq,
  items: readonly (readonly string[])[],
  spaced = false,
): Splice[] {
  const { text, layout } = editor;
  const last = seq.items.at(-1);
  const dash = dashOf(seq, seq.items.length - 1);
  const column = columnOf(text, dash);
  const { start, end } = spanOf(isRanged(last) ? last : {});
  // Keeps `-   item` where the file is written so.
  const lead = text.slice(dash, start);
  const gap = /^- +$/.test(lead) ? lead : "- ";
  const lines = items.flatMap(([first = "", ...rest]) => {
    const item = [`${gap}${first}`, ...indent(rest, gap.length)];
    return spaced ? ["", ...item] : item;
  });
  const at = afterComments(text, afterLine(text, end), column);
  return [insertLines(text, at, indent(lines, column), layout.eol)];
}

/** Takes an item out, with its line and what stands behind it there; comments on lines of their own stay. */
export function removeItem({ text }: Editor, seq: YAMLSeq, index: number): Splice {
  const item = seq.items[index];
  const dash = dashOf(seq, index);
  const end = isRanged(item) ? spanOf(item).end : dash + 1;
  return { start: lineStart(text, dash), end: afterLine(text, end), text: "" };
}

/**
 * Changes a list between brackets: adds behind what is there where that is enough, else writes it anew. An
 * object that stays is taken over as it was written: it may say more than Writ reads.
 */
export function setFlowList(
  { text }: Editor,
  seq: YAMLSeq,
  before: readonly Value[],
  items: readonly Value[],
): Splice[] {
  const quotes = quotesOf(seq.items.at(-1));
  if (before.length > 0 && before.every((item, index) => isDeepStrictEqual(items[index], item))) {
    return items.slice(before.length).flatMap((item) => addToFlow(seq, flow(item, quotes)));
  }
  const written = seq.items.map((node, index) => ({ node, value: before[index] }));
  const parts = items.map((item) => {
    const at = written.findIndex(({ value }) => isDeepStrictEqual(value, item));
    const [kept] = at === -1 ? [] : written.splice(at, 1);
    if (!isMap(kept?.node)) return flow(item, quotes);
    const span = spanOf(kept.node);
    return text.slice(span.start, span.end);
  });
  const { start, end } = spanOf(seq);
  return [{ start, end, text: `[${parts.join(", ")}]` }];
}
