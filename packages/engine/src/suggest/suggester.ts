import type { Ability, AbilitySuggestion, Stage } from "@writ/contracts";
import type { Entry } from "./entry.ts";
import { openMatcher } from "./matcher.ts";
import { reasonOf } from "./reason.ts";

export interface SuggestOptions {
  /** At most this many; three unless said. */
  readonly limit?: number;
  /**
   * How sure a suggestion must be. Unless said, sure enough to be shown unasked; `0` gives the best guesses, for
   * somebody who asks which ability fits.
   */
  readonly atLeast?: number;
  /** How far along the work is. Decides between abilities that fit about equally well. */
  readonly stage?: Stage;
  /** How often each ability was used. Decides between abilities that fit about equally well. */
  readonly uses?: Readonly<Record<string, number>>;
}

export interface Suggester {
  /** The abilities that fit a message, best first; often none. */
  suggest(message: string, options?: SuggestOptions): AbilitySuggestion[];
}

const priorities: Record<Ability["priority"], number> = { critical: 0.03, high: 0.015, medium: 0, low: -0.015 };

/** What abilities of each stage are about, in their own words. */
const stageWords: Record<Stage, RegExp> = {
  understand: /\b(explain|find|list|look|report|search|show|summar)/i,
  plan: /\b(compare|decision|design|estimate|model|plan)/i,
  act: /\b(add|build|change|create|deploy|fix|generate|update|write)/i,
  review: /\b(audit|check|coverage|compare|review|scan|test)/i,
};

/** Reads the abilities once; then suggests those a message asks for, offline and the same each time. */
export function openSuggester(abilities: readonly Ability[]): Suggester {
  const matcher = openMatcher(abilities.map(toEntry));
  const byId = new Map(abilities.map((ability) => [ability.id, ability]));
  return {
    suggest(message, { stage, uses, ...options } = {}) {
      const prior = (id: string): number => priorOf(byId.get(id), stage, ownCount(uses, id));
      return matcher.match(message, { ...options, prior }).map((match) => ({
        id: match.id,
        reason: reasonOf(match, matcher),
        confidence: Math.round(match.confidence * 100) / 100,
        source: byId.get(match.id)?.source ?? "",
      }));
    },
  };
}

const ownCount = (uses: SuggestOptions["uses"], id: string): number =>
  uses !== undefined && Object.hasOwn(uses, id) ? (uses[id] ?? 0) : 0;

/** A hundred uses weigh as much as a word that fits almost anything. */
function priorOf(ability: Ability | undefined, stage: Stage | undefined, uses: number): number {
  if (ability === undefined) return 0;
  const used = 0.04 * Math.min(1, Math.log10(1 + Math.max(0, uses)) / 2);
  const staged = stage !== undefined && stageWords[stage].test(ability.summary) ? 0.02 : 0;
  return used + staged + priorities[ability.priority] + (ability.level === "high" ? 0.01 : 0);
}

function toEntry(ability: Ability): Entry {
  const { id, operationKey, keywords, examples, summary, whenToUse, modules } = ability;
  return {
    id,
    texts: [
      { place: "name", text: id },
      ...(operationKey === undefined ? [] : [{ place: "name", text: operationKey } as const]),
      ...keywords.map((text) => ({ place: "keywords", text }) as const),
      ...examples.map((text) => ({ place: "examples", text }) as const),
      { place: "summary", text: summary },
      ...[...whenToUse, ...modules].map((text) => ({ place: "use", text }) as const),
    ],
    negativeKeywords: ability.negativeKeywords,
    patterns: ability.patterns,
  };
}
