import type { Hook, HookContext, HookRun } from "@writ/contracts";
import { canonicalJson } from "@writ/engine";
import { sha256 } from "../hash.ts";

const mostEntries = 200;

/** Remembers what handlers said that may be asked again with the same result. */
export interface ResultCache {
  read(key: string, now: number): HookRun | null;
  keep(key: string, run: HookRun, until: number): void;
}

/** What a result depends on: this very handler, and everything it was told but the time. */
export function cacheKey(hook: Hook, hash: string, { timestamp: _, ...context }: HookContext): string {
  return sha256(canonicalJson([hook.id, hash, context]));
}

/** Opens one that lives as long as this process. */
export function openResultCache(): ResultCache {
  const kept = new Map<string, { run: HookRun; until: number }>();
  return {
    read(key, now) {
      const found = kept.get(key);
      if (found === undefined) return null;
      if (found.until > now) return { ...found.run, cached: true, durationMs: 0 };
      kept.delete(key);
      return null;
    },
    keep(key, run, until) {
      // Oldest first.
      for (const old of kept.keys()) {
        if (kept.size < mostEntries) break;
        kept.delete(old);
      }
      kept.set(key, { run, until });
    },
  };
}
