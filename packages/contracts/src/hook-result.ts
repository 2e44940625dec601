import * as z from "zod/mini";
import { stages } from "./hook-event.ts";
import type { ProblemCode } from "./problem.ts";

const stage = z.enum(stages);

/** What a new intent looks like to knowledge routing (S4 4.2). */
export const RoutingIntent = z.looseObject({
  scope: z.optional(z.string()),
  topic: z.optional(z.string()),
  stage: z.optional(stage),
  intent: z.string(),
  signals: z.optional(z.record(z.string(), z.unknown())),
});
export type RoutingIntent = z.infer<typeof RoutingIntent>;

export const followUpKinds = ["open_file", "run_command", "create_task"] as const;

/** What a handler answers, wire spelling (S4 4.2). Keys nobody knows are kept. */
export const HookResult = z.looseObject({
  logs: z.optional(z.array(z.looseObject({ level: z.enum(["debug", "info", "warn", "error"]), message: z.string() }))),
  messages_to_user: z.optional(z.array(z.string())),
  suggested_abilities: z.optional(
    z.array(z.looseObject({ id: z.string(), reason: z.string(), confidence: z.optional(z.number()) })),
  ),
  suggested_documents: z.optional(
    z.array(z.looseObject({ path: z.string(), reason: z.string(), stage: z.optional(stage) })),
  ),
  new_intent: z.optional(RoutingIntent),
  /** `payload`, or what belongs into it beside `kind` (R135). */
  follow_up_actions: z.optional(
    z.array(z.looseObject({ kind: z.enum(followUpKinds), payload: z.optional(z.record(z.string(), z.unknown())) })),
  ),
  usage_recorded: z.optional(z.boolean()),
  update_matcher_suggestions: z.optional(
    z.array(z.looseObject({ ability_id: z.string(), signal: z.string(), weight: z.number() })),
  ),
  /** `blocked_by_policy` is a decision; anything else says that the handler failed. */
  error: z.optional(z.string()),
});
export type HookResult = z.infer<typeof HookResult>;

export type FollowUpKind = (typeof followUpKinds)[number];

/** Something a handler wants done afterwards. Nothing is done without a person. */
export interface FollowUp {
  readonly kind: FollowUpKind;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The hook that asked for it. */
  readonly hook: string;
}

/** How the run of one hook ended. */
export interface HookRun {
  readonly hook: string;
  /** `skipped`: not run, and `reason` says why. `late`: still running; what it says comes with a later event. `would run`: a person only asked. */
  readonly status: "ok" | "failed" | "timeout" | "blocked" | "skipped" | "late" | "would run";
  readonly durationMs: number;
  readonly reason?: string;
  /** The last of what it wrote to stderr, without secrets. */
  readonly stderr?: string;
  readonly result?: HookResult;
  readonly cached?: boolean;
}

/** What all hooks of one event said together, in their order (R131). */
export interface MergedResult {
  readonly logs: readonly { readonly hook: string; readonly level: string; readonly message: string }[];
  readonly messages: readonly string[];
  readonly abilities: readonly { readonly id: string; readonly reason: string; readonly confidence?: number }[];
  readonly documents: readonly { readonly path: string; readonly reason: string; readonly stage?: string }[];
  readonly newIntents: readonly (RoutingIntent & { readonly hook: string })[];
  readonly followUps: readonly FollowUp[];
  readonly matcherSuggestions: readonly {
    readonly ability_id: string;
    readonly signal: string;
    readonly weight: number;
  }[];
  readonly usageRecorded: boolean;
  readonly errors: readonly { readonly hook: string; readonly error: string }[];
  /** The hook that refuses the event, and what it said; a guard that failed is told by its code. */
  readonly blocked: { readonly hook: string; readonly code: ProblemCode; readonly message: string } | null;
}
