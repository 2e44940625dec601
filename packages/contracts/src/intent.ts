import * as z from "zod/mini";

/** Where an intent stands. Synonyms found in the wild are mapped onto these four (R37). */
export const IntentStatus = z.enum(["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"]);
export type IntentStatus = z.infer<typeof IntentStatus>;

/** Limits of a quick intent: small, short-lived, nothing sensitive. */
export const QuickLimits = z.object({
  expiresAt: z.string(),
  maxFiles: z.number(),
  maxLines: z.number(),
});
export type QuickLimits = z.infer<typeof QuickLimits>;

/** One thing that must be true when an intent is done; `run` is a command that tells. */
export const Criterion = z.object({
  /** In words; the command itself where nobody gave any. */
  text: z.string(),
  /** A line for the shell. It runs only once a person has trusted it. */
  run: z.optional(z.string()),
  timeoutSeconds: z.optional(z.number()),
});
export type Criterion = z.infer<typeof Criterion>;

/** A unit of work an agent can take up, and the files it may change while doing so. */
export const Intent = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  status: IntentStatus,
  /** Globs from the workspace root; `!glob` excludes. An empty list owns nothing. */
  ownedScope: z.array(z.string()),
  constraints: z.array(z.string()),
  /** In words. */
  acceptanceCriteria: z.array(z.string()),
  /** The same with their commands; only where one of them has a command (`criteriaOf` gives them always). */
  criteria: z.optional(z.array(Criterion)),
  /** Ids of the intents that must be complete before this one is; only where there are some. */
  dependsOn: z.optional(z.array(z.string())),
  relatedFiles: z.array(z.string()),
  /** What the tracked file holds; newer entries are in `.state/` until the next flush (R39). */
  recentHistory: z.array(z.string()),
  quick: z.optional(QuickLimits),
  /** True for a status such as PROPOSED or DRAFT: it grants nothing until a person accepts it. */
  proposed: z.optional(z.boolean()),
});
export type Intent = z.infer<typeof Intent>;

/** An intent an agent proposed; it lives in `.state/` until a person accepts it. */
export const Proposal = z.object({
  id: z.string(),
  name: z.string(),
  ownedScope: z.array(z.string()),
  constraints: z.array(z.string()),
  acceptanceCriteria: z.array(z.string()),
  reason: z.string(),
  session: z.string(),
  proposedAt: z.string(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Something in `active_intents.yaml` a person should look at. */
export interface IntentFinding {
  /** 1-based; 0 when it concerns the whole file. */
  line: number;
  severity: "error" | "warning";
  message: string;
}

/** A criterion on disk: its words, or with a command an object. */
export type CriterionOnDisk = string | { text?: string; run: string; timeout?: number };

/** The disk spelling of an intent: snake_case, as people and scripts read it. */
export interface IntentOnDisk {
  id: string;
  name: string;
  status: IntentStatus;
  owned_scope: string[];
  constraints: string[];
  acceptance_criteria: CriterionOnDisk[];
  depends_on?: string[];
  related_files: string[];
  recent_history: string[];
  quick?: { expires_at: string; max_files: number; max_lines: number };
  /** It grants nothing until a person accepts it. */
  proposed?: boolean;
}
