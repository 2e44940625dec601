import { posix } from "node:path";
import type { CheckFinding, LineSpan } from "@writ/contracts";

/** `12`, or `12-15`. */
export const sayLines = ([start, end]: LineSpan): string => (start === end ? `${start}` : `${start}-${end}`);

/** Where a finding is: `src/a.ts:12-15, 20`. */
export function sayPlace({ path, lines }: Pick<CheckFinding, "path" | "lines">, most = 6): string {
  if (path === null) return "";
  if (lines.length === 0) return path;
  const more = lines.length > most ? `, and ${lines.length - most} more` : "";
  return `${path}:${lines.slice(0, most).map(sayLines).join(", ")}${more}`;
}

/** Findings about no file are shown at this one: what reads the report wants a place. */
const nowhere = ".orchestration/active_intents.yaml";

/** The file of a finding, from the top of the repository. */
export const fileOf = ({ path }: Pick<CheckFinding, "path">, prefix: string): string =>
  path?.startsWith("../") === true ? posix.join(prefix, path) : `${prefix}${path ?? nowhere}`;
