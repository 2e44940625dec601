const longestRun = 20;

/** What an expression may cost: how many of its parts repeat without end, and in how many ways the rest may fit. */
export interface PatternCost {
  readonly repeats: number;
  readonly ways: number;
}

interface Group {
  varies: boolean;
  /** Where the alternative begins that is being read. */
  from: number;
  readonly alternatives: string[];
}

/**
 * Reads what an expression costs, or why it may take for ever on some text: a repeated group with a repetition or a
 * choice inside, or a reference back.
 */
export function costOf(source: string): PatternCost | string {
  const groups: Group[] = [{ varies: false, from: 0, alternatives: [] }];
  let repeats = 0;
  let ways = 1;
  let closed: Group | undefined;
  let before = "";
  for (const { 0: token, index } of source.matchAll(
    /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[\s\S]/g,
  )) {
    const group = groups.at(-1);
    if (group === undefined) return "Its brackets do not match.";
    if (/^\\[1-9k]/.test(token)) return "It refers back to one of its own groups.";
    const range = rangeOf(token);
    if (range === undefined) {
      closed = undefined;
      if (token.startsWith("(")) groups.push({ varies: false, from: index + token.length, alternatives: [] });
      if (token === "|" || token === ")") {
        group.alternatives.push(source.slice(group.from, index));
        group.from = index + 1;
        if (token === "|") group.varies = true;
        else {
          closed = groups.pop();
          ways *= waysOf(group.alternatives);
        }
      }
      before = token;
      continue;
    }
    const [least, most] = range;
    if (most > 1 && closed?.varies === true) return "A repeated group holds a repetition or a choice.";
    // A message has no two blanks in a row when it is looked at; a lazy mark repeats nothing.
    if (before === "\\s" || before === " ") ways *= 2;
    else if (most > longestRun) repeats += 1;
    else if (!(token === "?" && rangeOf(before) !== undefined)) ways *= most - least + 1;
    // What varies inside a group makes the groups around it vary too.
    for (const outer of groups) outer.varies = true;
    closed = undefined;
    before = token;
  }
  return { repeats, ways };
}

/** How many of some alternatives can fit at one place, at most. */
function waysOf(alternatives: readonly string[]): number {
  if (alternatives.some((text) => !/^[\w ](?![?*{])/.test(text))) return Math.max(1, alternatives.length);
  const all = alternatives.map((text) => text.toLowerCase());
  const alike = (one: string, other: string): boolean =>
    /^[\w ]*$/.test(one + other) ? one.startsWith(other) : one.charAt(0) === other.charAt(0);
  return Math.max(1, ...all.map((one) => all.filter((other) => alike(one, other)).length));
}

/** How often a repetition repeats, or nothing when the token is none. */
function rangeOf(token: string): readonly [number, number] | undefined {
  if (token === "?") return [0, 1];
  if (token === "*" || token === "+") return [0, Number.POSITIVE_INFINITY];
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (counted === null) return undefined;
  const [, least = "0", comma, most = ""] = counted;
  if (comma === "") return [Number(least), Number(least)];
  return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
}
