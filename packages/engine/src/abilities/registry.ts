import type { FileFinding } from "@writ/contracts";
import { isRecord, type Part } from "../markup/parsed.ts";
import { unknownKeys } from "../markup/unknown-keys.ts";
import { mostEntries, textOf, textsOf } from "../markup/values.ts";
import { parseYamlText } from "../markup/yaml-text.ts";
import { type Described, type Description, describe } from "./description.ts";
import { toPriority } from "./priority.ts";

const both = [
  "id",
  "name",
  "version",
  "summary",
  "description",
  "when_to_use",
  "examples",
  "priority",
  "tags",
  "scope",
  "input_schema",
  "output_schema",
  "routing_hints",
  "hooks",
  "owner",
  "owners",
  "status",
  "enabled",
  "defaults",
  "notes",
] as const;
/** Names of the list of operations a high-level ability may call. */
const whitelists = ["operations", "callable_operations", "allowed_operations", "operation_whitelist"] as const;
const known = {
  high: [...both, "type", ...whitelists, "steps", "entry_point"],
  low: [...both, "kind", "operation_key", "operation", "address", "implementation", "implementations"],
} as const;
const knownHints = ["keywords", "negative_keywords", "scopes", "notes", "examples", "patterns", "priority"];
const knownScope = ["modules", "environments"];
const kinds = { high: ["workflow", "agent", "skill"], low: ["script", "mcp", "api"] } as const;

/** Reads a file of `.system/registry/high-level/` or `low-level/`: one entry, a list of them, or several documents. */
export function parseRegistry(text: string, file: string, level: "high" | "low"): Described {
  const { parts, faults } = parseYamlText(text);
  const findings: FileFinding[] = faults.map((fault) => ({ file, ...fault }));
  const descriptions: Description[] = [];
  for (const part of parts.slice(0, mostEntries + 1)) {
    const ways = Array.isArray(part.value) ? part.value.slice(0, mostEntries + 1).map((_, at) => [at]) : [[]];
    for (const way of ways) {
      const entry: unknown = way[0] === undefined ? part.value : Reflect.get(Object(part.value), way[0]);
      const read = toDescription(part, way, entry, file, level);
      if (read.description !== null) descriptions.push(read.description);
      findings.push(...read.findings);
    }
  }
  if (descriptions.length === 0 && findings.length === 0) {
    findings.push({ file, line: 0, severity: "warning", message: "it describes no ability." });
  }
  return { descriptions, findings };
}

function toDescription(
  part: Part,
  way: readonly number[],
  entry: unknown,
  file: string,
  level: "high" | "low",
): { description: Description | null; findings: FileFinding[] } {
  const at = (...more: (string | number)[]) => part.lineOf([...way, ...more]);
  const finding = (line: number, severity: FileFinding["severity"], message: string): FileFinding => ({
    file,
    line,
    severity,
    message,
  });
  if (entry === null) return { description: null, findings: [] };
  if (!isRecord(entry)) {
    return { description: null, findings: [finding(at(), "error", "an ability is written as keys and values.")] };
  }
  const operationKey = textOf(entry.operation_key) ?? (level === "low" ? textOf(entry.operation) : null);
  const id = textOf(entry.id) ?? operationKey;
  if (id === null) {
    const wanted = level === "high" ? "id" : "operation_key";
    return { description: null, findings: [finding(at(), "error", `it has no ${wanted}, so nobody can name it.`)] };
  }
  const hints = isRecord(entry.routing_hints) ? entry.routing_hints : {};
  const scope = isRecord(entry.scope) ? entry.scope : {};
  const kind = textOf(level === "high" ? (entry.type ?? entry.kind) : (entry.kind ?? entry.type));
  const findings: FileFinding[] = [
    ...unknownKeys(part, way, known[level]),
    ...unknownKeys(part, [...way, "routing_hints"], knownHints),
    ...unknownKeys(part, [...way, "scope"], knownScope),
  ].map((fault) => ({ file, ...fault }));
  if (kind !== null && !kinds[level].some((word) => word === kind)) {
    const word = level === "high" ? "type" : "kind";
    findings.push(finding(at(word), "warning", `${word} ${kind} is none of ${kinds[level].join(", ")}.`));
  }
  const description = describe({
    id,
    level,
    origin: "registry",
    file,
    line: at(),
    kind,
    operationKey,
    summary: textOf(entry.summary) ?? textOf(entry.description),
    whenToUse: [...textsOf(entry.when_to_use), ...textsOf(hints.notes)],
    keywords: [...textsOf(hints.keywords), ...textsOf(entry.tags)],
    negativeKeywords: textsOf(hints.negative_keywords),
    examples: [...textsOf(hints.examples), ...textsOf(entry.examples)],
    patterns: textsOf(hints.patterns),
    modules: [
      ...new Set([
        ...(isRecord(entry.scope) ? [] : textsOf(entry.scope)),
        ...textsOf(scope.modules),
        ...textsOf(hints.scopes),
      ]),
    ],
    environments: textsOf(scope.environments),
    priority: toPriority(entry.priority ?? hints.priority),
    version: textOf(entry.version),
    operations: whitelists.flatMap((key) => operationsOf(entry[key])),
  });
  return { description, findings };
}

/** A whitelist's entries: the key alone, or a map that has it. */
function operationsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return textsOf(value);
  return value
    .slice(0, 200)
    .flatMap((item) => (isRecord(item) ? textsOf(item.operation_key ?? item.id) : textsOf(item)));
}
