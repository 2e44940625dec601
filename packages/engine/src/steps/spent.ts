import type { Aftermath, Write } from "@writ/contracts";
import { claimOf } from "../lines/ranges.ts";

/** What a quick intent has used of its few files and lines (design 6). */
export function spent({ facts, intent, changed, hash }: Aftermath): Write[] {
  const known = facts.intents.state === "ok" ? facts.intents.intents.find((one) => one.id === intent) : undefined;
  if (intent === null || known?.quick === undefined) return [];
  const lines = changed
    .map((file) => claimOf(file, "hunk", hash))
    .reduce((sum, claim) => sum + Math.max(claim.lines.length, claim.removed), 0);
  return [{ kind: "spent", intent, files: changed.map((file) => file.path), lines }];
}
