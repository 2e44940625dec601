import type { Ability } from "@writ/contracts";

const levels = ["critical", "high", "medium", "low"] as const;

/** A priority as people write it; `null` for anything else. */
export function toPriority(value: unknown): Ability["priority"] | null {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return levels.find((level) => level === word) ?? null;
}
