import * as z from "zod/mini";
import type { CallStatus, HookEvent, Stage } from "./hook-event.ts";

const words = z.union([z.string(), z.array(z.string())]);
const milliseconds = z.number().check(z.nonnegative());

/** `match:` of a hook file. All that is said must hold; of a list, one entry is enough. */
export const HookMatch = z.strictObject({
  /** Globs over ability id and operation key; `*` is all. */
  ability_scope: z.optional(words),
  operation_key: z.optional(words),
  /** Only calls that took at least this long; one whose duration is not known does not match, unless it is 0. */
  min_duration_ms: z.optional(milliseconds),
  /** Globs from the root: at least one changed file must match. */
  only_if_changed_paths: z.optional(words),
  status: z.optional(words),
  /** Globs over the tool's name, the agent's or the neutral one. */
  tools: z.optional(words),
  agents: z.optional(words),
  environments: z.optional(words),
  stages: z.optional(words),
});
export type HookMatch = z.infer<typeof HookMatch>;

/** `handler:` of a hook file. */
export const HookHandler = z.strictObject({
  /** `script`: a program, JSON on stdin and stdout. `module`: a JavaScript or TypeScript file with a default export. */
  kind: z.enum(["script", "module"]),
  /** A program with its arguments, from the root; no shell. A list where quoting would be awkward. `builtin:ID` for one of Writ's own modules. */
  command: words,
});
export type HookHandler = z.infer<typeof HookHandler>;

/** What happens when the handler breaks: nothing, the person is told, or the event is refused where it can be. */
export const onFailures = ["ignore", "warn", "deny"] as const;

/** One file in `.system/hooks/`, disk spelling. */
export const HookFile = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)),
  /** Left out only where the hook is switched off. */
  event_type: z.optional(words),
  enabled: z.optional(z.boolean()),
  summary: z.optional(z.string()),
  match: z.optional(HookMatch),
  /** Left out only where the hook is switched off. */
  handler: z.optional(HookHandler),
  /** For readers only; never carried out (R148). */
  effects: z.optional(z.unknown()),
  /** A guard: a handler that fails or is late refuses the event. */
  blocking: z.optional(z.boolean()),
  on_failure: z.optional(z.enum(onFailures)),
  timeout_ms: z.optional(z.number().check(z.positive(), z.maximum(1_800_000))),
  /** Where it runs; everywhere unless told. */
  environments: z.optional(words),
  /** Hooks of the same event that must have ended before. */
  after: z.optional(words),
  /** Names of variables the handler gets beside the usual few. */
  env: z.optional(words),
  /** The same context within this time gets the same result without another run. */
  cache: z.optional(z.strictObject({ ttl_ms: z.number().check(z.positive()) })),
});
export type HookFile = z.infer<typeof HookFile>;

/** A hook as it is planned and run: everything said, lists as lists, events by their one name. */
export interface Hook {
  readonly id: string;
  readonly events: readonly HookEvent[];
  readonly enabled: boolean;
  readonly summary: string;
  readonly match: HookFilter;
  readonly handler: { readonly kind: "script" | "module"; readonly command: readonly string[] };
  readonly onFailure: (typeof onFailures)[number];
  readonly timeoutMs: number;
  readonly environments: readonly string[];
  readonly after: readonly string[];
  readonly env: readonly string[];
  readonly cacheMs: number;
  /** The file it was read from, from the root; for one of Writ's own, `builtin:ID`. */
  readonly source: string;
}

/** What `match:` came to; a filter that is left out lets everything through. */
export interface HookFilter {
  readonly abilityScope?: readonly string[];
  readonly operationKey?: readonly string[];
  readonly minDurationMs?: number;
  readonly onlyIfChangedPaths?: readonly string[];
  readonly status?: readonly CallStatus[];
  readonly tools?: readonly string[];
  readonly agents?: readonly string[];
  readonly environments?: readonly string[];
  readonly stages?: readonly Stage[];
}

/** Something wrong in a file of `.system/`, for a person. An error keeps the entry from being used. */
export interface FileFinding {
  /** From the root. */
  readonly file: string;
  /** From 1; 0 where the whole file is meant. */
  readonly line: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}
