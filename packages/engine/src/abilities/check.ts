import { isRecord } from "../markup/parsed.ts";
import { type Described, origins } from "./description.ts";

const lists = [
  "whenToUse",
  "keywords",
  "negativeKeywords",
  "examples",
  "patterns",
  "modules",
  "environments",
  "operations",
  "documents",
];
const texts = ["kind", "operationKey", "summary", "priority", "version", "registryPath"];

/** Whether a value read from a cache is what a file said about abilities: somebody else may have written it. */
export function isDescribed(value: unknown): value is Described {
  return isRecord(value) && areAll(value.descriptions, isDescription) && areAll(value.findings, isFinding);
}

/** Whether a value is a finding. */
export function isFinding(value: unknown): boolean {
  if (!isRecord(value) || (value.severity !== "error" && value.severity !== "warning")) return false;
  return typeof value.file === "string" && typeof value.line === "number" && typeof value.message === "string";
}

/** Whether a value is a list of which every item passes. */
export function areAll(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(check);
}

function isDescription(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isText = (item: unknown) => typeof item === "string";
  return (
    isText(value.id) &&
    isText(value.file) &&
    typeof value.line === "number" &&
    (value.level === "high" || value.level === "low") &&
    origins.some((origin) => origin === value.origin) &&
    texts.every((key) => value[key] === null || isText(value[key])) &&
    lists.every((key) => areAll(value[key], isText))
  );
}
