import type { BlameLine } from "@writ/contracts";

/** How many lines of each author, and of each intent, most first. */
export interface Share {
  readonly ai: number;
  readonly human: number;
  readonly unknown: number;
  /** An intent, or why there is none. */
  readonly intents: readonly { readonly intent: string; readonly lines: number }[];
}

/** Counts lines by who made them. */
export function shareOf(lines: readonly BlameLine[]): Share {
  const authors = { ai: 0, human: 0, unknown: 0 };
  const intents = new Map<string, number>();
  for (const line of lines) {
    authors[line.author] += 1;
    const intent = intentOf(line);
    if (line.author === "ai") intents.set(intent, (intents.get(intent) ?? 0) + 1);
  }
  return {
    ...authors,
    intents: [...intents]
      .map(([intent, count]) => ({ intent, lines: count }))
      .sort((one, other) => other.lines - one.lines || (one.intent < other.intent ? -1 : 1)),
  };
}

/** What was erased, and what an imported record does not tell, is no sign that there was none. */
function intentOf({ intent, erased, imported }: BlameLine): string {
  if (intent !== null) return intent;
  return erased === true ? "erased" : imported === true ? "imported without one" : "without an intent";
}

/** `12 AI, 30 human, 1 unknown`. Authors without a line are left out. */
export function sayShare({ ai, human, unknown }: Share): string {
  const parts = [
    ...(ai > 0 ? [`${ai} AI`] : []),
    ...(human > 0 ? [`${human} human`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ];
  return parts.length === 0 ? "no lines" : parts.join(", ");
}

/** `INT-001 10, INT-002 2, without an intent 1`. */
export function sayIntents({ intents }: Share): string {
  return intents.map(({ intent, lines }) => `${intent} ${lines}`).join(", ");
}
