import type { BlameLine } from "@writ/contracts";
import { visible } from "../text/visible.ts";
import { runsOf } from "./runs.ts";

/** What is said of an origin, in this order; what is not known is left out. */
const keys = ["author", "intent", "model", "agent", "session", "time", "why", "imported", "erased"] as const;

/**
 * For programs, and stable: each line is `ID LINE`, then its text after a tab. Where a run begins, the first of these
 * has the run's length as a third word, and what is known of its origin follows, a key and a value on each line.
 */
export function porcelain(lines: readonly BlameLine[], texts: readonly string[]): string[] {
  return runsOf(lines).flatMap(({ from, to, origin }) => {
    const id = visible(origin.trace ?? origin.author);
    const known = keys.flatMap((key) => {
      const value = origin[key];
      return value === undefined || value === null ? [] : [`${key} ${visible(String(value))}`];
    });
    return Array.from({ length: to - from + 1 }, (_, nth) => [
      ...(nth === 0 ? [`${id} ${from} ${to - from + 1}`, ...known] : [`${id} ${from + nth}`]),
      `\t${texts[from + nth - 1] ?? ""}`,
    ]).flat();
  });
}
