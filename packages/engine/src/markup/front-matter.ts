import { isRecord, type Parts } from "./parsed.ts";
import { parseYamlText } from "./yaml-text.ts";

/** A Markdown text in its two parts, each with the line it begins on. */
export interface Split {
  /** `null` where there is no front matter. */
  readonly front: string | null;
  readonly frontLine: number;
  readonly body: string;
  readonly bodyLine: number;
}

/** Takes the YAML between the first two `---` lines off a Markdown text. */
export function splitFrontMatter(text: string): Split {
  const whole: Split = { front: null, frontLine: 0, body: text, bodyLine: 1 };
  if (!/^---[ \t]*\n/.test(text)) return whole;
  const lines = text.split("\n");
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)[ \t]*$/.test(line));
  if (end === -1) return whole;
  return {
    front: lines.slice(1, end).join("\n"),
    frontLine: 2,
    body: lines.slice(end + 1).join("\n"),
    bodyLine: end + 2,
  };
}

/**
 * The front matter of a Markdown text as a map. One that is not quite YAML is read line by line, as agents do:
 * descriptions with a colon in them are everywhere.
 */
export function parseFrontMatter(text: string): Parts {
  const { front, frontLine } = splitFrontMatter(text);
  if (front === null) return { parts: [], faults: [] };
  const read = parseYamlText(front, frontLine);
  const first = read.parts[0];
  if (first !== undefined && isRecord(first.value)) return { parts: [first], faults: read.faults };
  const plain = plainLines(front, frontLine);
  if (plain.size === 0) return { parts: [], faults: read.faults };
  const part = {
    value: Object.fromEntries([...plain].map(([key, { value }]) => [key, value])),
    lineOf: ([key]: readonly (string | number)[]) => plain.get(String(key))?.line ?? frontLine,
  };
  const message = "the front matter is not valid YAML, so it was read line by line; put texts with a colon into quotes";
  return { parts: [part], faults: [{ line: read.faults[0]?.line ?? frontLine, severity: "warning", message }] };
}

function plainLines(front: string, firstLine: number): Map<string, { value: string; line: number }> {
  const found = new Map<string, { words: string[]; line: number }>();
  let last = "";
  front.split("\n").forEach((text, at) => {
    const [, key, value] = /^([A-Za-z][\w-]{0,50}):[ \t]*(.*)$/.exec(text) ?? [];
    const before = found.get(last);
    if (key !== undefined) {
      last = key;
      if (!found.has(key)) found.set(key, { words: [unquoted(value ?? "")], line: firstLine + at });
    } else if (before !== undefined && /^[ \t]+\S/.test(text)) before.words.push(text.trim());
  });
  return new Map([...found].map(([key, { words, line }]) => [key, { value: words.join(" ").trim(), line }]));
}

function unquoted(value: string): string {
  const text = value.trim();
  if (/^[|>][-+]?$/.test(text)) return "";
  return /^"(.*)"$/.exec(text)?.[1] ?? /^'(.*)'$/.exec(text)?.[1] ?? text;
}
