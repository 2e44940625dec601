import type { FileFinding, Route } from "@writ/contracts";
import { isRecord, type Part } from "../markup/parsed.ts";
import { unknownKeys } from "../markup/unknown-keys.ts";
import { mostEntries, textOf, textsOf } from "../markup/values.ts";
import { parseYamlText } from "../markup/yaml-text.ts";
import { toStages } from "./stages.ts";

/** Reads a route file: `scope`, `topic` and `routes`, in one document or with the first two as front matter. */
export function parseRoutes(text: string, file: string): { routes: Route[]; findings: FileFinding[] } {
  const { parts, faults } = parseYamlText(text);
  const findings: FileFinding[] = faults.map((fault) => ({ file, ...fault }));
  const routes: Route[] = [];
  const said = { ...fromName(file) };
  for (const part of parts.slice(0, mostEntries)) {
    if (part.value === null) continue;
    const value = isRecord(part.value) ? part.value : { routes: part.value };
    said.scope = textOf(value.scope) ?? said.scope;
    said.topic = textOf(value.topic) ?? said.topic;
    const root = isRecord(part.value) ? ["routes"] : [];
    const list = value.routes;
    if (isRecord(part.value)) findings.push(...unknownKeys(part, [], knownFile).map((fault) => ({ file, ...fault })));
    if (!Array.isArray(list)) continue;
    list.slice(0, mostEntries).forEach((entry, at) => {
      const read = toRoute(part, [...root, at], entry, { ...said, file });
      if (read.route !== null) routes.push(read.route);
      findings.push(...read.findings);
    });
  }
  if (routes.length === 0 && findings.length === 0) {
    findings.push({ file, line: 0, severity: "warning", message: "it has no routes, so it leads to no document." });
  }
  return { routes, findings };
}

/** Of which at most five are ever given. */
const mostDocuments = 20;
const knownFile = ["scope", "topic", "summary", "version", "routes"];
const knownRoute = ["when_to_use", "related_docs", "id", "summary", "notes"];
const knownDocument = ["path", "stage", "stages", "doc_usage", "usage"];

/** `scope.with.dots.topic.yaml`: what the name says, where the file does not. */
function fromName(file: string): { scope: string; topic: string } {
  const words = (file.split("/").at(-1) ?? "").replace(/\.ya?ml$/i, "").split(".");
  return { scope: words.slice(0, -1).join("."), topic: words.at(-1) ?? "" };
}

function toRoute(
  part: Part,
  way: readonly (string | number)[],
  entry: unknown,
  { scope, topic, file }: { scope: string; topic: string; file: string },
): { route: Route | null; findings: FileFinding[] } {
  const line = part.lineOf(way);
  const findings: FileFinding[] = [];
  const wrong = (message: string, where = line) => findings.push({ file, line: where, severity: "error", message });
  const whenToUse = isRecord(entry) ? textsOf(entry.when_to_use).join(" ") : "";
  if (!isRecord(entry) || whenToUse === "") {
    wrong("a route has when_to_use and related_docs; this one has no when_to_use.");
    findings.push(...unknownKeys(part, way, knownRoute).map((fault) => ({ file, ...fault })));
    return { route: null, findings };
  }
  findings.push(...unknownKeys(part, way, knownRoute).map((fault) => ({ file, ...fault })));
  const related: readonly unknown[] = Array.isArray(entry.related_docs)
    ? entry.related_docs.slice(0, mostDocuments)
    : [];
  if (related.length === 0) wrong("the route names no related_docs, so it leads to no document.");
  const documents = related.flatMap((item, index) => {
    const here = [...way, "related_docs", index];
    const path = textOf(isRecord(item) ? item.path : item);
    if (path === null) {
      wrong("the entry has no path.", part.lineOf(here));
      return [];
    }
    const at = part.lineOf(isRecord(item) ? [...here, "path"] : here);
    if (!isRecord(item)) return [{ path, stages: [], usage: "", line: at }];
    const { stages, faults } = toStages(item.stage ?? item.stages, part, [
      ...here,
      item.stage === undefined ? "stages" : "stage",
    ]);
    const unknown = unknownKeys(part, here, knownDocument);
    findings.push(...[...faults, ...unknown].map((fault) => ({ file, ...fault })));
    return [{ path, stages, usage: textOf(item.doc_usage ?? item.usage) ?? "", line: at }];
  });
  return { route: { scope, topic, whenToUse, documents, file, line }, findings };
}
