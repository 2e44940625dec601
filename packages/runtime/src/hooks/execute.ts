import { randomUUID } from "node:crypto";
import type { ToolError } from "@writ/contracts";
import { problem, toToolError } from "@writ/contracts";
import type { LogLine } from "../writ.ts";
import { Interrupted, within } from "./deadline.ts";
import type { Registry } from "./registry.ts";
import type {
  ExecuteOptions,
  PostHook,
  PostHookContext,
  PreHook,
  PreHookContext,
  PreHookResult,
  ToolOutcome,
} from "./types.ts";

/** Holds the world still between the last check and the write; gives a refusal, or what lets go again. */
export type Claim = (context: PreHookContext) => Promise<
  {
    /** Text for the next model call. */
    told?: readonly string[];
  } & (
    | { refusal: string }
    | {
        release(): Promise<void>;
        /** The whole answer, where there is nothing left to run. */
        answer?: string;
      }
  )
>;

/** What one engine runs a call with. */
export interface Machinery {
  pre: Registry<PreHook>;
  post: Registry<PostHook>;
  claim: Claim | null;
  log(line: LogLine): void;
}

/** What the pre-hooks came to. */
interface Admission {
  allowed: boolean;
  reason?: string;
  inject?: { result: unknown };
  context: string[];
}

const clock = (): (() => number) => {
  const start = performance.now();
  return () => Math.round((performance.now() - start) * 1000) / 1000;
};

/** What the host itself called off is nobody's fault. */
const cancelled = (): ToolError =>
  toToolError(problem("BLOCKED_BY_POLICY", { by: "the host", message: "The call was cancelled." }));

function brokenGuard(hook: string, error: unknown): ToolError {
  if (error instanceof Interrupted)
    return error.why === "abort" ? cancelled() : toToolError(problem("HOOK_TIMEOUT", { hook }));
  const reason = error instanceof Error ? error.message : String(error);
  return toToolError(problem("HOOK_INTERNAL_ERROR", { hook, reason }));
}

/** What a hook said, `null` for nothing. Anything else than a result is a broken hook, not a yes. */
function resultOf(said: unknown): PreHookResult | null {
  if (said === undefined || said === null) return null;
  if (isResult(said)) return said;
  throw new TypeError("a pre-hook must return { allow: boolean, … } or nothing");
}

const isResult = (said: unknown): said is PreHookResult =>
  typeof said === "object" && said !== null && "allow" in said && typeof said.allow === "boolean";

/** A refusal as the one JSON every refusal is (R85); a hook that already speaks it is left as it is. */
function toReason(hook: string, reason: string | undefined): string {
  if (reason !== undefined && parseReason(reason) !== null) return reason;
  const message = reason === undefined || reason === "" ? `Blocked by ${hook}.` : reason;
  return JSON.stringify(toToolError(problem("BLOCKED_BY_POLICY", { by: hook, message })));
}

/** Runs the pre-hooks in their order, up to the first that refuses or answers. */
async function runPre(machinery: Machinery, context: PreHookContext): Promise<Admission> {
  const admission: Admission = { allowed: true, context: [] };
  for (const { name, hook, options } of machinery.pre.list()) {
    const took = clock();
    try {
      const said = resultOf(await within<unknown>(() => hook(context), options.timeoutMs, context.signal));
      machinery.log({
        invocationId: context.invocationId,
        phase: "pre",
        name,
        durationMs: took(),
        detail: said?.allow === false ? "blocked" : "ok",
      });
      if (said === null) continue;
      if (said.contextInjection !== undefined) admission.context.push(said.contextInjection);
      if (!said.allow) return { ...admission, allowed: false, reason: toReason(name, said.reason) };
      if (said.inject !== undefined) return { ...admission, inject: { result: said.inject } };
    } catch (error) {
      const cancelled = error instanceof Interrupted && error.why === "abort";
      const open = options.kind === "observer" && !cancelled;
      machinery.log({
        invocationId: context.invocationId,
        phase: "pre",
        name,
        durationMs: took(),
        detail: `failed: ${String(error)}`,
      });
      if (!open) return { ...admission, allowed: false, reason: JSON.stringify(brokenGuard(name, error)) };
    }
  }
  return admission;
}

/** All that comes before a tool: the pre-hooks, and then the claim on what the call touches, to be released by the caller. */
export async function runBefore(
  machinery: Machinery,
  context: PreHookContext,
): Promise<{ admission: Admission; release(): Promise<void> }> {
  const nothing = { release: async () => {} };
  const admission = await runPre(machinery, context);
  if (!admission.allowed || admission.inject !== undefined || machinery.claim === null)
    return { admission, ...nothing };
  const claim: Awaited<ReturnType<Claim>> = await machinery
    .claim(context)
    .catch((error: unknown) => ({ refusal: JSON.stringify(brokenGuard("claim", error)) }));
  admission.context.push(...(claim.told ?? []));
  if ("refusal" in claim) return { admission: { ...admission, allowed: false, reason: claim.refusal }, ...nothing };
  if (claim.answer !== undefined) admission.inject = { result: claim.answer };
  return { admission, release: claim.release };
}

/** Runs every post-hook, whatever the others do. Gives back what they have to tell the model. */
export async function runPost(machinery: Machinery, ended: Omit<PostHookContext, "tell">): Promise<string[]> {
  const told: string[] = [];
  const context: PostHookContext = { ...ended, tell: (text) => told.push(text) };
  for (const { name, hook, options } of machinery.post.list()) {
    const took = clock();
    let detail = "ok";
    try {
      // Post-hooks run to their end even when the call was cancelled: what happened must be written down.
      await within(() => hook(context), options.timeoutMs, new AbortController().signal);
    } catch (error) {
      detail = `failed: ${String(error)}`;
    }
    machinery.log({ invocationId: context.invocationId, phase: "post", name, durationMs: took(), detail });
  }
  return told;
}

/** A reason that is a tool error already, as the built-in hooks give it; `null` for a person's own words. */
function parseReason(reason: string): ToolError | null {
  try {
    const parsed: unknown = JSON.parse(reason);
    return isToolError(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const isToolError = (value: unknown): value is ToolError =>
  typeof value === "object" && value !== null && "type" in value && value.type === "tool_error";

/** Hands the one result over, exactly once, whoever reports it (R6). */
function once(push: ExecuteOptions["pushToolResult"]): (result: unknown) => Promise<void> {
  let done = false;
  return async (result) => {
    if (done) return;
    done = true;
    await push?.(result);
  };
}

/** Runs one tool call between its hooks. */
export async function runTool(
  machinery: Machinery,
  toolName: string,
  payload: unknown,
  options: ExecuteOptions,
): Promise<ToolOutcome> {
  const invocationId = randomUUID();
  const signal = options.signal ?? new AbortController().signal;
  const took = clock();
  const pushToolResult = once(options.pushToolResult);
  const { session, askApproval } = options;
  const context: PreHookContext = {
    invocationId,
    callId: invocationId,
    toolName,
    payload,
    session,
    askApproval,
    signal,
    pushToolResult,
  };
  machinery.log({ invocationId, phase: "start", detail: toolName });

  const { admission, release } = await runBefore(machinery, context);
  if (signal.aborted && admission.allowed)
    Object.assign(admission, { allowed: false, reason: JSON.stringify(cancelled()) });
  const outcome: ToolOutcome = { invocationId, allowed: admission.allowed };
  try {
    if (!admission.allowed) outcome.blocked = parseReason(admission.reason ?? "") ?? cancelled();
    else if (admission.inject !== undefined) outcome.result = admission.inject.result;
    else await execute(machinery, context, options, outcome);
    const told = await runPost(machinery, {
      ...context,
      allowed: outcome.allowed,
      ...("result" in outcome ? { result: outcome.result } : {}),
      ...("error" in outcome ? { error: outcome.error } : {}),
      ...(admission.reason === undefined ? {} : { reason: admission.reason }),
      durationMs: took(),
    });
    const texts = [...admission.context, ...told];
    if (texts.length > 0) outcome.contextInjection = texts.join("\n");
  } finally {
    await release();
  }
  machinery.log({
    invocationId,
    phase: "end",
    durationMs: took(),
    detail: outcome.allowed ? ("error" in outcome ? "error" : "ok") : "blocked",
  });
  if (!outcome.allowed) await pushToolResult(admission.reason);
  else if ("error" in outcome) await reportError(toolName, options, outcome.error);
  else if (outcome.result !== undefined) await pushToolResult(outcome.result);
  return outcome;
}

async function execute(
  machinery: Machinery,
  context: PreHookContext,
  options: ExecuteOptions,
  outcome: ToolOutcome,
): Promise<void> {
  const took = clock();
  const { invocationId, pushToolResult, signal } = context;
  try {
    outcome.result = await options.execute({ pushToolResult, signal });
    machinery.log({ invocationId, phase: "execute", durationMs: took(), detail: "ok" });
  } catch (error) {
    outcome.error = error;
    machinery.log({ invocationId, phase: "execute", durationMs: took(), detail: `error: ${String(error)}` });
  }
}

async function reportError(toolName: string, options: ExecuteOptions, error: unknown): Promise<void> {
  if (options.handleError === undefined) throw error;
  await options.handleError(`executing ${toolName}`, error);
}
