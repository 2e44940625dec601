import { realpathSync } from "node:fs";
import type { AbilityUse } from "@writ/contracts";
import { readCacheFile } from "../survey/cache-file.ts";

/** A signal of full weight that a hook gave counts as much as so many uses. */
const usesPerWeight = 10;

/** How often each ability was used, by id; what cannot be read counts for nothing. */
export async function readUsage(root: string): Promise<Record<string, AbilityUse>> {
  const kept = await readCacheFile(realpathSync.native(root), "ability_usage.json");
  const used: Record<string, AbilityUse> = Object.create(null);
  for (const [id, value] of Object.entries(isObject(kept) ? kept : {})) {
    if (!isObject(value)) continue;
    const { count, failures, lastUsed, totalMs } = value;
    const use = { count: amount(count), failures: amount(failures), totalMs: amount(totalMs) };
    if (use.count > 0) used[id] = { ...use, lastUsed: typeof lastUsed === "string" ? lastUsed : "" };
  }
  return used;
}

/** What speaks for abilities beside their words: how often they were used, and what hooks suggested. Weak on purpose. */
export async function readPrior(root: string): Promise<Record<string, number>> {
  const prior: Record<string, number> = Object.create(null);
  for (const [id, { count, failures }] of Object.entries(await readUsage(root)))
    prior[id] = Math.max(0, count - failures);
  const kept = await readCacheFile(realpathSync.native(root), "matcher_suggestions.json");
  for (const [id, signals] of Object.entries(isObject(kept) ? kept : {})) {
    if (!isObject(signals)) continue;
    const weights = Object.values(signals).map((weight) => Math.min(1, Math.max(-1, Number(weight) || 0)));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    prior[id] = Math.max(0, (prior[id] ?? 0) + sum * usesPerWeight);
  }
  return prior;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const amount = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
