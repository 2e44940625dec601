import type { IntentFinding } from "@writ/contracts";
import type { Entry } from "./entry.ts";

/** What is wrong with who depends on whom: ids nobody has, and circles in which nothing can ever be done. */
export function relationFindings(entries: readonly Entry[]): IntentFinding[] {
  const byId = new Map(entries.map((entry) => [entry.intent.id, entry]));
  const circling = unsettled(entries);
  return entries.flatMap(({ intent: { id }, items }) =>
    items.dependsOn.flatMap(({ text, line }): IntentFinding[] => {
      if (!byId.has(text)) {
        const message = `intent ${id} depends on ${text}, which is not there; it holds nothing up`;
        return [{ line, severity: "warning", message }];
      }
      const circle = circling.has(id) && circling.has(text) ? wayBack(byId, text, id) : null;
      if (circle === null) return [];
      const message = `intent ${id} depends on itself: ${[id, ...circle].join(" → ")}; none of them can be done`;
      return [{ line, severity: "error", message }];
    }),
  );
}

/** The shortest way from one intent to another along what they depend on; `null` when there is none. */
function wayBack(byId: ReadonlyMap<string, Entry>, from: string, to: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const id of cameFrom.keys()) {
    if (id === to) return wayTo(cameFrom, id);
    for (const next of byId.get(id)?.intent.dependsOn ?? []) if (!cameFrom.has(next)) cameFrom.set(next, id);
  }
  return null;
}

function wayTo(cameFrom: ReadonlyMap<string, string | null>, end: string): string[] {
  const way: string[] = [];
  for (let id: string | null = end; id !== null; id = cameFrom.get(id) ?? null) way.unshift(id);
  return way;
}

/**
 * The intents that hang on a circle: whoever depends on nothing, or only on such, is none of them. Saves walking a
 * long file once for each intent.
 */
function unsettled(entries: readonly Entry[]): ReadonlySet<string> {
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  const ids = new Set(entries.map(({ intent }) => intent.id));
  for (const { intent } of entries) {
    const known = (intent.dependsOn ?? []).filter((id) => ids.has(id));
    waiting.set(intent.id, known.length);
    for (const id of known) dependents.set(id, [...(dependents.get(id) ?? []), intent.id]);
  }
  const settled = [...waiting].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (const id of settled) {
    waiting.delete(id);
    for (const dependent of dependents.get(id) ?? []) {
      const left = (waiting.get(dependent) ?? 0) - 1;
      waiting.set(dependent, left);
      if (left === 0) settled.push(dependent);
    }
  }
  return new Set(waiting.keys());
}
