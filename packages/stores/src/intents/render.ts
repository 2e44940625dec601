import { stringify } from "yaml";

/** How text is quoted where quotes are a matter of taste. */
export type Quotes = "plain" | "single" | "double";

/** How the file is laid out, so that what is added looks like what is there. */
export interface Layout {
  eol: string;
  quotes: Quotes;
  /** Spaces from a key to the dashes of its list. */
  listIndent: number;
  /** Whether entries are set apart by a blank line. */
  spaced: boolean;
}

/** What can be written: text, numbers, and lists and objects of them. */
export type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
const stringTypes = { plain: "PLAIN", single: "QUOTE_SINGLE", double: "QUOTE_DOUBLE" } as const;

/** Puts lines further in. A blank line stays empty. */
export const indent = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => (line === "" ? line : " ".repeat(columns) + line));

/** One text as YAML, on one line. `inFlow`: between brackets, where commas and braces need quotes too. */
export function scalar(value: string | number, quotes: Quotes, inFlow = false): string {
  if (typeof value === "number") return String(value);
  const options = { lineWidth: 0, blockQuote: false, defaultStringType: stringTypes[quotes] } as const;
  // Only the line break goes: a text may end with a space that is none to YAML.
  const line = (given: unknown, more = {}) => stringify(given, { ...options, ...more }).replace(/\n$/, "");
  const yaml = inFlow
    ? line([value], { collectionStyle: "flow", flowCollectionPadding: false }).slice(1, -1)
    : line(value);
  // Every JSON string is a YAML string, whatever it holds.
  return yaml.includes("\n") ? JSON.stringify(value) : yaml;
}

/** A value between brackets or braces, on one line. */
export function flow(value: Value, quotes: Quotes): string {
  if (typeof value !== "object") return scalar(value, quotes, true);
  if (isList(value)) return `[${value.map((item) => flow(item, quotes)).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => flowPair(key, item, quotes))
    .join(", ")}}`;
}

/** `key: value` between braces. */
export function flowPair(key: string, value: Value, quotes: Quotes): string {
  // Who quotes values between braces with double quotes writes JSON, and quotes keys too.
  return `${scalar(key, quotes === "double" ? quotes : "plain", true)}: ${flow(value, quotes)}`;
}

/** An object or a list as lines, without indentation. */
export function block(value: Value, layout: Layout): string[] {
  if (typeof value !== "object") return [scalar(value, layout.quotes)];
  if (!isList(value)) return Object.entries(value).flatMap(([key, item]) => blockPair(key, item, layout));
  return value.flatMap((item) => {
    const [first = "", ...rest] = block(item, layout);
    return [`- ${first}`, ...indent(rest, 2)];
  });
}

/** `key: value` as lines, without indentation. */
export function blockPair(key: string, value: Value, layout: Layout): string[] {
  const name = scalar(key, "plain");
  if (typeof value !== "object") return [`${name}: ${scalar(value, layout.quotes)}`];
  if (isList(value) && value.length === 0) return [`${name}: []`];
  return [`${name}:`, ...indent(block(value, layout), isList(value) ? layout.listIndent : 2)];
}
