import type { Ability } from "@writ/contracts";
import { type Description, origins } from "./description.ts";

/** More hints than this for one ability say nothing more. */
const mostHints = 200;

/** An ability with everything that describes it, the strongest first. */
export interface Gathered {
  readonly ability: Ability;
  readonly from: readonly Description[];
}

/** Makes one ability of everything with the same id: a registry wins over a table, a table over a skill; hints are united. */
export function gather(descriptions: readonly Description[]): Gathered[] {
  const strongest = [...descriptions].sort((a, b) => origins.indexOf(a.origin) - origins.indexOf(b.origin));
  // A table names an operation by its key, its registry entry may have an id beside it.
  const idOf = new Map<string, string>();
  for (const { id, operationKey } of strongest)
    if (operationKey !== null && !idOf.has(operationKey)) idOf.set(operationKey, id);
  const groups = new Map<string, Description[]>();
  for (const description of strongest) {
    const id = idOf.get(description.id) ?? description.id;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [description]);
    else if (!isSecondEntry(group, description)) group.push(description);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, from]) => ({ ability: toAbility(id, from), from }));
}

/** Of two registry entries with one id the first counts; both together would be neither. */
function isSecondEntry(group: readonly Description[], { origin }: Description): boolean {
  return origin === "registry" && group.some((other) => other.origin === "registry");
}

function toAbility(id: string, from: readonly Description[]): Ability {
  const first = <T>(read: (description: Description) => T | null): T | null => {
    for (const description of from) {
      const value = read(description);
      if (value !== null) return value;
    }
    return null;
  };
  const united = (read: (description: Description) => readonly string[]): string[] =>
    [...new Set(from.flatMap(read))].slice(0, mostHints);
  const level = from[0]?.level ?? "high";
  const operationKey = first((description) => description.operationKey);
  return {
    id,
    level,
    kind: first(({ kind }) => kind) ?? (level === "high" ? "workflow" : "script"),
    ...(operationKey === null ? {} : { operationKey }),
    summary: first(({ summary }) => summary) ?? first(({ whenToUse }) => whenToUse[0] ?? null) ?? "",
    whenToUse: united(({ whenToUse }) => whenToUse),
    keywords: united(({ keywords }) => keywords),
    negativeKeywords: united(({ negativeKeywords }) => negativeKeywords),
    examples: united(({ examples }) => examples),
    patterns: united(({ patterns }) => patterns),
    modules: united(({ modules }) => modules),
    environments: united(({ environments }) => environments),
    priority: first(({ priority }) => priority) ?? "medium",
    source: from[0]?.file ?? "",
  };
}
