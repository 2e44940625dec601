import { clausesOf, proseOf } from "./clauses.ts";
import { cueOf } from "./cue.ts";
import type { Entry } from "./entry.ts";
import { type EntryIndex, type Indexed, openIndex } from "./entry-index.ts";
import { type Evidence, evidenceFor } from "./evidence.ts";
import { openPatterns } from "./patterns.ts";
import { abilityCosts, type CueCosts, confidenceOf, threshold } from "./score.ts";
import { type Term, termsOf } from "./terms.ts";

/** An entry that fits a message, and what speaks for it. */
export interface Match {
  readonly id: string;
  readonly confidence: number;
  readonly evidence: Evidence;
  /** Whether one of its patterns fits. */
  readonly pattern: boolean;
}

export interface MatchOptions {
  readonly limit?: number;
  /** How sure a match must be; less than usual when somebody asks on purpose. */
  readonly atLeast?: number;
  /** Something small to prefer one of two that fit about equally well. It never makes an entry fit. */
  readonly prior?: (id: string) => number;
}

export interface Matcher {
  match(message: string, options?: MatchOptions): Match[];
  /** A word of the entries for a stem, to show to people. */
  wordOf(stem: string): string;
}

/** A pattern that fits is its author's word for it. */
const sureOfPattern = 0.75;
const defaultLimit = 3;

/** Reads the entries once; then finds those a message asks for, the best first. Same message, same answer. */
export function openMatcher(entries: readonly Entry[], costs: CueCosts = abilityCosts): Matcher {
  const index = openIndex(entries);
  const fitting = openPatterns(entries.map((entry) => entry.patterns ?? []));
  const denials = index.entries.map(({ entry }) => denialsOf(entry, index));
  return {
    wordOf: index.lexicon.wordOf,
    match(message, { limit = defaultLimit, atLeast = threshold, prior = () => 0 } = {}) {
      const best = new Map<number, Match>();
      const offer = (at: number, match: Match): void => {
        if ((best.get(at)?.confidence ?? atLeast) <= match.confidence) best.set(at, match);
      };
      for (const clause of clausesOf(message)) {
        const terms = termsOf(clause, index);
        const cue = cueOf(clause);
        const said = new Set(index.lexicon.unitsOf(clause).map((unit) => unit.stem));
        for (const at of candidatesOf(terms, index)) {
          const indexed = index.entries[at];
          if (indexed === undefined || isDenied(said, denials[at])) continue;
          const evidence = evidenceFor(terms, indexed, index);
          const confidence = confidenceOf(evidence, cue, costs);
          offer(at, { id: indexed.entry.id, confidence, evidence, pattern: false });
        }
      }
      for (const at of fitting(message)) {
        const indexed = index.entries[at];
        if (indexed !== undefined) offerPattern(message, at, indexed, offer, best, index, denials[at]);
      }
      return ranked([...best], limit, prior);
    },
  };
}

function offerPattern(
  message: string,
  at: number,
  indexed: Indexed,
  offer: (at: number, match: Match) => void,
  best: ReadonlyMap<number, Match>,
  index: EntryIndex,
  denials: readonly (readonly string[])[] | undefined,
): void {
  const prose = proseOf(message);
  if (isDenied(new Set(index.lexicon.unitsOf(prose).map((unit) => unit.stem)), denials)) return;
  const evidence = best.get(at)?.evidence ?? evidenceFor(termsOf(prose, index), indexed, index);
  const confidence = Math.max(best.get(at)?.confidence ?? 0, sureOfPattern);
  offer(at, { id: indexed.entry.id, confidence, evidence, pattern: true });
}

/** Those that share a word with the message, in any reading of it. */
function candidatesOf(terms: readonly Term[], index: EntryIndex): Set<number> {
  const found = new Set<number>();
  for (const { readings } of terms) {
    for (const stem of readings.keys()) for (const at of index.holders.get(stem) ?? []) found.add(at);
  }
  return found;
}

const denialsOf = ({ negativeKeywords = [] }: Entry, { lexicon }: EntryIndex): string[][] =>
  negativeKeywords.map((text) => lexicon.unitsOf(text).map((unit) => unit.stem)).filter((stems) => stems.length > 0);

const isDenied = (said: ReadonlySet<string>, denials: readonly (readonly string[])[] = []): boolean =>
  denials.some((stems) => stems.every((stem) => said.has(stem)));

/** The best, and what is at least half as sure; of equals, the one declared first. */
function ranked(found: readonly (readonly [number, Match])[], limit: number, prior: (id: string) => number): Match[] {
  const most = Math.max(0, ...found.map(([, match]) => match.confidence));
  return found
    .filter(([, match]) => match.confidence >= most / 2)
    .map(([at, match]) => ({ at, match, rank: match.confidence + prior(match.id) }))
    .sort((a, b) => b.rank - a.rank || a.at - b.at)
    .slice(0, limit)
    .map(({ match }) => match);
}
