/** Something an agent can use: a workflow, an agent, a skill, a script. */
export interface Ability {
  readonly id: string;
  /** `high`: a workflow, an agent or a skill. `low`: one operation. */
  readonly level: "high" | "low";
  /** `workflow`, `agent`, `skill`; `script`, `mcp`, `api`. */
  readonly kind: string;
  /** What it is called by, of a low-level one. */
  readonly operationKey?: string;
  readonly summary: string;
  /** When to use it, in its author's words. */
  readonly whenToUse: readonly string[];
  /** Words that speak for it, and words that speak against it. */
  readonly keywords: readonly string[];
  readonly negativeKeywords: readonly string[];
  /** Requests as people put them, written by its author. */
  readonly examples: readonly string[];
  /** Regular expressions over the request, as `skill-rules.json` has them. */
  readonly patterns: readonly string[];
  readonly modules: readonly string[];
  readonly environments: readonly string[];
  readonly priority: "critical" | "high" | "medium" | "low";
  /** Where it is described, from the root. */
  readonly source: string;
}

/** One ability that may help with a request, and why. */
export interface AbilitySuggestion {
  readonly id: string;
  readonly reason: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly source: string;
}

/** How often an ability was used, in `.system/cache/ability_usage.json`. */
export interface AbilityUse {
  readonly count: number;
  readonly failures: number;
  readonly lastUsed: string;
  readonly totalMs: number;
}
