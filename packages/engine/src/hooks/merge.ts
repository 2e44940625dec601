import type { Hook, HookEvent, HookResult, HookRun, MergedResult } from "@writ/contracts";
import { refusable } from "./refusable.ts";

/** One hook and how its run ended. */
export interface RanHook {
  readonly hook: Hook;
  readonly run: HookRun;
}

/** What a handler says to refuse an event. */
export const blockedByPolicy = "blocked_by_policy";

/** What the hooks of one event said together, in their order (R131). */
export function merge(runs: readonly RanHook[], event: HookEvent): MergedResult {
  const refusal = runs.map((ran) => refusalOf(ran, event)).find((one) => one !== null) ?? null;
  // What the refusing hook says becomes the reason, and is not said twice.
  const speaking = runs.filter(({ hook }) => refusal?.hook !== hook.id);
  const each = runs.map(({ hook, run: { result = {} } }) => ({ hook: hook.id, result }));
  return {
    logs: each.flatMap(({ hook, result }) =>
      (result.logs ?? []).map(({ level, message }) => ({ hook, level, message })),
    ),
    messages: speaking.flatMap((ran) => messagesOf(ran, event)),
    abilities: strongest(each.flatMap(({ result }) => result.suggested_abilities ?? [])),
    documents: firstOfEach(each.flatMap(({ result }) => result.suggested_documents ?? [])),
    newIntents: each.flatMap(({ hook, result }) =>
      result.new_intent === undefined ? [] : [{ ...result.new_intent, hook }],
    ),
    followUps: each.flatMap(({ hook, result }) =>
      (result.follow_up_actions ?? []).map(({ kind, payload = {} }) => ({ kind, payload, hook })),
    ),
    matcherSuggestions: each.flatMap(({ result }) =>
      (result.update_matcher_suggestions ?? []).map(({ ability_id, signal, weight }) => ({
        ability_id,
        signal,
        weight,
      })),
    ),
    usageRecorded: each.some(({ result }) => result.usage_recorded === true),
    errors: runs.flatMap(({ hook, run }) => {
      const error = run.result?.error ?? (hasFailed(run) ? (run.reason ?? run.status) : undefined);
      return error === undefined ? [] : [{ hook: hook.id, error }];
    }),
    blocked: refusal,
  };
}

/** A handler that broke, was late or says that it failed; a decision is no failure. */
export function hasFailed({ status, result }: HookRun): boolean {
  if (status === "failed" || status === "timeout") return true;
  return result?.error !== undefined && result.error !== blockedByPolicy;
}

function refusalOf({ hook, run }: RanHook, event: HookEvent): MergedResult["blocked"] {
  if (!refusable.includes(event)) return null;
  // Also of a handler that exits with a failure on top: what it decided was well said.
  if (run.result?.error === blockedByPolicy) {
    const said = (run.result.messages_to_user ?? []).filter((message) => message.trim() !== "").join("\n");
    const message = said === "" ? `The hook ${hook.id} refuses this and gives no reason.` : said;
    return { hook: hook.id, code: "BLOCKED_BY_POLICY", message };
  }
  if (hook.onFailure !== "deny" || !hasFailed(run)) return null;
  const code = run.status === "timeout" ? "HOOK_TIMEOUT" : "HOOK_INTERNAL_ERROR";
  return {
    hook: hook.id,
    code,
    message: `The guard ${hook.id} ${whatWentWrong(run)}, so nobody checked this and it is refused.`,
  };
}

function messagesOf({ hook, run }: RanHook, event: HookEvent): string[] {
  if (run.status === "late") return [`The hook ${hook.id} takes longer and goes on by itself; its result comes later.`];
  const said = [...(run.result?.messages_to_user ?? [])];
  if (hasFailed(run) && hook.onFailure !== "ignore") {
    return [...said, `The hook ${hook.id} ${whatWentWrong(run)}. writ doctor tells more.`];
  }
  if (run.result?.error === blockedByPolicy && said.length === 0) {
    return [
      `The hook ${hook.id} objects, but gives no reason${refusable.includes(event) ? "" : `, and ${event} cannot be refused`}.`,
    ];
  }
  return said;
}

/** In Writ's own words: what a handler printed has no place in a message that speaks for Writ. */
function whatWentWrong({ status, reason, result }: HookRun): string {
  if (status === "timeout") return "did not answer in time";
  if (status === "failed" && reason !== undefined) return `failed (${reason})`;
  return result?.error === undefined ? "failed" : "reported an error";
}

type Ability = MergedResult["abilities"][number];
type Suggested<Key extends keyof HookResult> = NonNullable<HookResult[Key]>;

/** Of several suggestions of one ability the most confident, at the place of the first. */
function strongest(abilities: Suggested<"suggested_abilities">): Ability[] {
  const found = new Map<string, Ability>();
  for (const { id, reason, confidence } of abilities) {
    const known = found.get(id);
    if (known !== undefined && (known.confidence ?? -1) >= (confidence ?? -1)) continue;
    found.set(id, confidence === undefined ? { id, reason } : { id, reason, confidence });
  }
  return [...found.values()];
}

type Document = MergedResult["documents"][number];

function firstOfEach(documents: Suggested<"suggested_documents">): Document[] {
  const found = new Map<string, Document>();
  for (const { path, reason, stage } of documents) {
    if (!found.has(path)) found.set(path, stage === undefined ? { path, reason } : { path, reason, stage });
  }
  return [...found.values()];
}
