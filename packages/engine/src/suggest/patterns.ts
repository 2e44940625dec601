/** How much of a message a pattern sees, by how many of its parts may repeat without end. */
const seen = [2_000, 2_000, 400, 120] as const;
const longestPattern = 300;
const longestRun = 20;
const mostOptional = 10;

/** A regular expression of a registry, safe to run on any message. */
export interface Pattern {
  matches(message: string): boolean;
}

/** Why a pattern is not used, or nothing when it is. */
export function patternProblem(source: string): string | undefined {
  const read = readPattern(source);
  return typeof read === "string" ? read : undefined;
}

/** The patterns that can be used; the others are left out. */
export function toPatterns(sources: readonly string[]): Pattern[] {
  return sources.map(readPattern).filter((pattern) => typeof pattern !== "string");
}

function readPattern(source: string): Pattern | string {
  if (source.length > longestPattern) return `It is longer than ${longestPattern} characters.`;
  const repeats = repeatsIn(source);
  if (typeof repeats === "string") return repeats;
  const length = seen[repeats];
  if (length === undefined) return `More than ${seen.length - 1} of its parts repeat without end.`;
  try {
    const expression = new RegExp(source, "i");
    return { matches: (message) => expression.test(message.slice(0, length)) };
  } catch {
    return "It is not a valid regular expression.";
  }
}

/**
 * Counts what repeats without end. What makes an expression take for ever on some text is refused: a repeated group
 * with a repetition or a choice inside, and references back.
 */
function repeatsIn(source: string): number | string {
  const groups: { varies: boolean }[] = [{ varies: false }];
  let repeats = 0;
  let optional = 0;
  let closed: { varies: boolean } | undefined;
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[\s\S]/g)) {
    const group = groups.at(-1);
    if (group === undefined) return "Its brackets do not match.";
    if (/^\\[1-9k]/.test(token)) return "It refers back to one of its own groups.";
    const most = mostOf(token);
    if (most === undefined) {
      if (token.startsWith("(")) groups.push({ varies: false });
      if (token === "|") group.varies = true;
      if (token === ")") closed = groups.pop();
      else closed = undefined;
      continue;
    }
    if (most > 1 && closed?.varies === true) return "A repeated group holds a repetition or a choice.";
    if (most > longestRun) repeats += 1;
    else if (most === 1) optional += 1;
    if (optional > mostOptional) return `More than ${mostOptional} of its parts are optional.`;
    // What varies inside a group makes the groups around it vary too.
    for (const outer of groups) outer.varies = true;
    closed = undefined;
  }
  return repeats;
}

/** How often a repetition repeats at most, or nothing when the token is none. */
function mostOf(token: string): number | undefined {
  if (token === "?") return 1;
  if (token === "*" || token === "+") return Number.POSITIVE_INFINITY;
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (counted === null) return undefined;
  const [, least = "0", comma, most = ""] = counted;
  if (comma === "") return Number(least);
  return most === "" ? Number.POSITIVE_INFINITY : Number(most);
}
