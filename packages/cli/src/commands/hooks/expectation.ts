import { isDeepStrictEqual } from "node:util";
import type { HookRun } from "@writ/contracts";

/** One example of a hook: what it is told, and what it should answer. */
export interface Example {
  readonly context: Readonly<Record<string, unknown>>;
  /** Part of the answer, or `{blocked}` or `{runs}`; nothing: it must only not fail. */
  readonly expect?: Readonly<Record<string, unknown>>;
}

/** What an example's file says, or what is wrong with it. */
export function parseExample(text: string): Example | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!isRecord(value)) return "it must be an object with context, and expect if something is expected";
  const { context, expect, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) return `${other} is no key of an example; there are context and expect`;
  if (!isRecord(context)) return "context must be an object";
  if (expect !== undefined && !isRecord(expect)) return "expect must be an object";
  return { context, ...(expect === undefined ? {} : { expect }) };
}

/** How the run of an example differs from what it expects, a sentence each; none when it does not. */
export function differences({ expect = {} }: Example, run: HookRun): string[] {
  const { runs, blocked, ...result } = expect;
  if (runs === false) return run.status === "skipped" ? [] : ["it ran, and should not have"];
  if (run.status === "skipped") return [`it did not run: ${run.reason ?? "nobody knows why"}`];
  // A refusal counts whatever the handler's exit code.
  const isBlocked = run.status === "blocked" || run.result?.error === "blocked_by_policy";
  if (blocked === true && !isBlocked) return ["it did not refuse", ...broken(run)];
  if (blocked === false && isBlocked) return ["it refused"];
  if (blocked === undefined && !("error" in result) && isBlocked) return ["it refused", ...saying(run)];
  const failed = isBlocked || result.error !== undefined ? [] : broken(run);
  return failed.length > 0 ? failed : mismatches(result, run.result ?? {}, "");
}

function broken({ status, reason, stderr }: HookRun): string[] {
  if (status === "ok" || status === "late") return [];
  const said = stderr === undefined || stderr.trim() === "" ? [] : [`stderr: ${stderr.trim()}`];
  return [`it ${status === "timeout" ? "took too long" : "failed"}: ${reason ?? "no reason was given"}`, ...said];
}

function saying({ result }: HookRun): string[] {
  return (result?.messages_to_user ?? []).map((message) => `it said: ${message}`);
}

/** Where `actual` lacks what `wanted` names. Lists must have the wanted entries in their places, and no more. */
function mismatches(wanted: unknown, actual: unknown, at: string): string[] {
  const here = at === "" ? "the answer" : at;
  if (isRecord(wanted) && isRecord(actual))
    return Object.entries(wanted).flatMap(([key, value]) =>
      mismatches(value, actual[key], at === "" ? key : `${at}.${key}`),
    );
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length === actual.length)
    return wanted.flatMap((value, index) => mismatches(value, actual[index], `${at}[${index}]`));
  if (isDeepStrictEqual(wanted, actual)) return [];
  return [`${here}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(actual) ?? "nothing"}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
