import type { FileFinding } from "@writ/contracts";
import { splitFrontMatter } from "../markup/front-matter.ts";
import { isRecord, type Part } from "../markup/parsed.ts";
import { unknownKeys } from "../markup/unknown-keys.ts";
import { mostEntries, textOf } from "../markup/values.ts";
import { parseYamlText } from "../markup/yaml-text.ts";

/** One line of a `ROUTING.md`: which route file is about what. */
export interface RouteIndex {
  readonly scope: string;
  readonly topic: string;
  readonly summary: string;
  /** As written. */
  readonly routeFile: string;
  readonly file: string;
  readonly line: number;
}

/** Reads `route_indexes` of a `ROUTING.md`, in its front matter, in a fenced block, or the whole file. */
export function parseRouteIndexes(text: string, file: string): { indexes: RouteIndex[]; findings: FileFinding[] } {
  const findings: FileFinding[] = [];
  const indexes: RouteIndex[] = [];
  for (const [yaml, line] of placesIn(text)) {
    const { parts, faults } = parseYamlText(yaml, line);
    findings.push(...faults.map((fault) => ({ file, ...fault })));
    for (const part of parts) {
      const list = isRecord(part.value) ? part.value.route_indexes : undefined;
      if (!Array.isArray(list)) continue;
      list.slice(0, mostEntries).forEach((entry, at) => {
        const read = toIndex(part, at, entry, file);
        if ("scope" in read) indexes.push(read);
        else findings.push(read);
        findings.push(...unknownKeys(part, ["route_indexes", at], known).map((fault) => ({ file, ...fault })));
      });
    }
  }
  if (indexes.length === 0 && findings.length === 0) {
    findings.push({
      file,
      line: 0,
      severity: "warning",
      message: "it has no list route_indexes, so it leads nowhere.",
    });
  }
  return { indexes, findings };
}

const known = ["scope", "topic", "summary", "route_file"];

/** The parts of a file that speak of `route_indexes`, each with its first line. */
function placesIn(text: string): (readonly [yaml: string, line: number])[] {
  const { front, frontLine } = splitFrontMatter(text);
  const found: (readonly [string, number])[] = front === null ? [] : [[front, frontLine]];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(lines[at] ?? "") ?? [];
    if (mark === undefined) continue;
    let end = at + 1;
    while (end < lines.length && !lines[end]?.trimStart().startsWith(mark)) end += 1;
    found.push([lines.slice(at + 1, end).join("\n"), at + 2]);
    at = end;
  }
  const telling = found.filter(([yaml]) => /^[ \t]*["']?route_indexes\b/m.test(yaml));
  if (telling.length > 0) return telling.slice(0, mostEntries);
  return /^route_indexes:/m.test(text) ? [[text, 1]] : [];
}

function toIndex(part: Part, at: number, entry: unknown, file: string): RouteIndex | FileFinding {
  const line = part.lineOf(["route_indexes", at]);
  const wrong = (message: string): FileFinding => ({ file, line, severity: "error", message });
  if (!isRecord(entry)) return wrong("an entry of route_indexes has the keys scope, topic, summary and route_file.");
  const [scope, topic, routeFile] = [textOf(entry.scope), textOf(entry.topic), textOf(entry.route_file)];
  if (scope === null || topic === null || routeFile === null) {
    const missing = ["scope", "topic", "route_file"].filter((key) => textOf(entry[key]) === null);
    return wrong(`the entry has no ${missing.join(", no ")}, so it cannot be followed.`);
  }
  return { scope, topic, summary: textOf(entry.summary) ?? "", routeFile, file, line };
}
