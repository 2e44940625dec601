import type { Entry } from "./entry.ts";
import { openMatcher } from "./matcher.ts";
import { type PlaceNames, reasonOf } from "./reason.ts";
import type { CueCosts } from "./score.ts";

/** A document or route, in the words it can be found by. */
export interface DocumentEntry {
  /** What is given back: a path, or whatever tells documents apart. */
  readonly id: string;
  /** Words it goes by; without it the last part of a path is taken. */
  readonly name?: string;
  readonly summary?: string;
  readonly whenToUse?: readonly string[];
  readonly topics?: readonly string[];
}

/** A document that fits a message, and why. */
export interface DocumentMatch {
  readonly id: string;
  readonly reason: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface DocumentSuggester {
  /** The documents that fit a message, best first; often none. */
  suggest(message: string, options?: { readonly limit?: number; readonly atLeast?: number }): DocumentMatch[];
}

// A question is what documents are for, so it costs less here than with abilities.
const costs: CueCosts = { talk: 2, edit: 1.5, concept: 0.8, howto: 0 };
const defaultLimit = 5;

/** A document is found by what it is about; its name is its topic too. */
const places: PlaceNames = {
  name: "topic",
  keywords: "topic",
  examples: "examples",
  summary: "summary",
  use: "“when to use”",
};

/** Reads the documents' descriptions once; then finds those a message asks about. */
export function openDocumentSuggester(documents: readonly DocumentEntry[]): DocumentSuggester {
  const matcher = openMatcher(documents.map(toEntry), costs);
  return {
    suggest(message, { limit = defaultLimit, ...options } = {}) {
      return matcher.match(message, { ...options, limit }).map((match) => ({
        id: match.id,
        reason: reasonOf(match, matcher, places),
        confidence: Math.round(match.confidence * 100) / 100,
      }));
    },
  };
}

function toEntry({ id, name, summary = "", whenToUse = [], topics = [] }: DocumentEntry): Entry {
  const last = id.split("/").at(-1) ?? id;
  return {
    id,
    texts: [
      { place: "name", text: name ?? last.replace(/\.\w+$/, "") },
      ...topics.map((text) => ({ place: "keywords", text }) as const),
      { place: "summary", text: summary },
      ...whenToUse.map((text) => ({ place: "use", text }) as const),
    ],
  };
}
