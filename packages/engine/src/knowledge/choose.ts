import type { DocumentSuggestion, KnowledgeDocument, Route, Stage } from "@writ/contracts";

/** A route that fits, the better the earlier. */
export interface Fitting {
  readonly route: Route;
  /** Why, in a few words; empty where scope and topic already say it. */
  readonly why: string;
}

/** One document on the way, with what is known about its place in the work. */
interface Candidate {
  readonly suggestion: DocumentSuggestion;
  /** 0: for this stage. 1: for any. 2: for another one. */
  readonly away: number;
  readonly order: number;
}

/** The documents to read, best first: those for the current stage, then those for any; others only when there are none. */
export function chooseDocuments(
  fitting: readonly Fitting[],
  documents: ReadonlyMap<string, KnowledgeDocument>,
  stage: Stage | undefined,
  limit: number,
): DocumentSuggestion[] {
  const candidates = new Map<string, Candidate>();
  for (const { route, why } of fitting) {
    for (const { path, stages, usage } of route.documents) {
      if (candidates.has(path)) continue;
      const document = documents.get(path);
      const own = stages.length > 0 ? stages : (document?.stages ?? []);
      const isNow = stage !== undefined && own.includes(stage);
      const away = isNow ? 0 : own.length === 0 || stage === undefined ? 1 : 2;
      const reason = reasonFor(route, why, usage === "" ? (document?.summary ?? "") : usage);
      const suggestion = { path, reason, ...(isNow ? { stage } : {}) };
      candidates.set(path, { suggestion, away, order: candidates.size });
    }
  }
  const found = [...candidates.values()].sort((a, b) => a.away - b.away || a.order - b.order);
  const usable = found.filter(({ away }) => away < 2);
  return (usable.length > 0 ? usable : found).slice(0, limit).map(({ suggestion }) => suggestion);
}

function reasonFor({ scope, topic, whenToUse }: Route, why: string, usage: string): string {
  const place = scope === "" ? topic : `${scope}/${topic}`;
  const parts = [`${place}: ${cut(whenToUse, 160)}`, cut(usage, 120), why];
  return parts.filter((part) => part !== "").join("; ");
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);
