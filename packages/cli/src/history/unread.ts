import { relative } from "node:path";
import type { LedgerProblem } from "@writ/contracts";
import { placeOf } from "../text/place.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

/** How many lines are named one by one. */
const mostNamed = 5;

/** Which lines of the ledgers could not be read, and why: a line of another tool is no fault that `verify` would tell. */
export function sayUnread(problems: readonly LedgerProblem[], root: string): string[] {
  if (problems.length === 0) return [];
  const named = problems
    .slice(0, mostNamed)
    .map(({ file, line, reason }) => `  ${placeOf({ file: relative(root, file), line })}: ${visible(reason)}`);
  const more = problems.length - named.length;
  return [
    `${plural(problems.length, "line")} could not be read:`,
    ...named,
    ...(more === 0 ? [] : [`  and ${more} more`]),
  ];
}
