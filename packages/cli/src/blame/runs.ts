import type { BlameLine } from "@writ/contracts";

/** Lines one after the other that one change made, or that nothing more is known of. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** Any of them: they differ in nothing but their number. */
  readonly origin: BlameLine;
}

/** Puts lines of the same origin together, in their order. */
export function runsOf(lines: readonly BlameLine[]): Run[] {
  const runs: Run[] = [];
  for (const origin of lines) {
    const last = runs.at(-1);
    if (last !== undefined && last.to + 1 === origin.line && isSame(last.origin, origin))
      runs[runs.length - 1] = { ...last, to: origin.line };
    else runs.push({ from: origin.line, to: origin.line, origin });
  }
  return runs;
}

function isSame(one: BlameLine, other: BlameLine): boolean {
  return one.author === other.author && one.trace === other.trace && one.why === other.why;
}
