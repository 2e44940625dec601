import { isObject } from "./values.ts";

/** Lines that came between the calls; none where that may have been an agent. */
export function othersIn(meta: { since?: unknown } | null | undefined): number {
  const since = meta?.since;
  if (!isObject(since) || since.unknown === true || !Array.isArray(since.kept)) return 0;
  const kept = since.kept.reduce<number>((sum, run) => sum + countOf(Array.isArray(run) ? run[1] : 0), 0);
  return Math.max(0, countOf(since.length) - kept);
}

/** What is no number of lines counts as none. */
export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
