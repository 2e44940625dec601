import { costOf, type PatternCost } from "./pattern-cost.ts";

const longestPattern = 300;
const mostWays = 64;
/** Patterns of one ability that count, and of all together: reading an expression costs more than running it. */
const mostOfOne = 10;
const mostInAll = 200;
/** Patterns that are looked at in all, used or not. */
const mostRead = 600;

/** How far a request is looked at; with a part that repeats without end, less far the more such patterns there are. */
const farthest = 1_000;
const leastFar = 120;
/** Comparisons for one request, for each of the two kinds. */
const most = 2_000_000;

/** Finds which of several lists of patterns fit a message, by their places. */
type Patterns = (message: string) => number[];

/** Why a pattern is not used, or nothing when it is. */
export function patternProblem(source: string): string | undefined {
  const cost = costWithin(source);
  if (typeof cost === "string") return cost;
  return toExpression(source) === null ? "It is not a valid regular expression." : undefined;
}

/**
 * Patterns of a registry, one list for each ability, safe to run on any message: what a request costs has a limit,
 * however many there are. Those beyond it, the last ones, are left out.
 */
export function openPatterns(lists: readonly (readonly string[])[]): Patterns {
  const used: { at: number; source: string; endless: boolean; expression?: RegExp | null }[] = [];
  const ways = { endless: 0, plain: 0 };
  const limits = { endless: (2 * most) / leastFar ** 2, plain: most / farthest };
  let read = 0;
  for (const [at, sources] of lists.entries()) {
    for (const source of sources.slice(0, mostOfOne)) {
      if (used.length >= mostInAll || read >= mostRead) break;
      read += 1;
      const cost = costWithin(source);
      if (typeof cost === "string") continue;
      const kind = cost.repeats > 0 ? "endless" : "plain";
      if (ways[kind] + cost.ways > limits[kind]) continue;
      ways[kind] += cost.ways;
      used.push({ at, source, endless: kind === "endless" });
    }
  }
  const far = Math.min(farthest, Math.floor(Math.sqrt((2 * most) / Math.max(1, ways.endless))));
  return (message) => {
    const whole = message
      .slice(0, 2 * farthest)
      .replace(/\s+/g, " ")
      .slice(0, farthest);
    const beginning = whole.slice(0, far);
    const found = new Set<number>();
    for (const pattern of used) {
      if (found.has(pattern.at)) continue;
      pattern.expression ??= toExpression(pattern.source);
      if (pattern.expression?.test(pattern.endless ? beginning : whole) === true) found.add(pattern.at);
    }
    return [...found];
  };
}

function costWithin(source: string): PatternCost | string {
  if (source.length > longestPattern) return `It is longer than ${longestPattern} characters.`;
  const cost = costOf(source);
  if (typeof cost === "string") return cost;
  if (cost.repeats > 1) return "More than one of its parts repeats without end (* or +).";
  if (cost.ways > mostWays) return "Too many of its parts are optional or a choice between things alike.";
  return cost;
}

function toExpression(source: string): RegExp | null {
  try {
    return new RegExp(source, "i");
  } catch {
    return null;
  }
}
