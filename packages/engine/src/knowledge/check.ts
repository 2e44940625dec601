import { areAll, isFinding } from "../abilities/check.ts";
import { isRecord } from "../markup/parsed.ts";
import type { KnowledgeRead } from "./parse-file.ts";

const isText = (value: unknown): boolean => typeof value === "string";
const hasTexts = (value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && keys.every((key) => isText(value[key]));

/** Whether a value read from a cache is what a file told knowledge routing: somebody else may have written it. */
export function isKnowledgeRead(value: unknown): value is KnowledgeRead {
  if (!isRecord(value) || !areAll(value.findings, isFinding)) return false;
  return areAll(value.indexes, isIndex) && areAll(value.routes, isRoute) && isDocument(value.document);
}

function isIndex(value: unknown): boolean {
  return hasTexts(value, ["scope", "topic", "summary", "routeFile", "file"]) && typeof value.line === "number";
}

function isRoute(value: unknown): boolean {
  if (!hasTexts(value, ["scope", "topic", "whenToUse", "file"]) || typeof value.line !== "number") return false;
  return areAll(value.documents, (item) => hasTexts(item, ["path", "usage"]) && areAll(item.stages, isText));
}

function isDocument(value: unknown): boolean {
  if (value === null) return true;
  if (!isRecord(value) || !areAll(value.findings, isFinding) || typeof value.isKnowledge !== "boolean") return false;
  const { document } = value;
  return hasTexts(document, ["path", "summary"]) && areAll(document.topics, isText) && areAll(document.stages, isText);
}
