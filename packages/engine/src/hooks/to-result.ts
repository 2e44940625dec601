import { HookResult } from "@writ/contracts";
import { isRecord } from "../tools/input.ts";
import { cut } from "./summary.ts";

/** What a handler answered, or why it cannot be used; never with words of its own output. */
export type ResultRead = { result: HookResult } | { fault: string };

const mostDepth = 32;

/** A value a handler answered with, checked; `undefined` says nothing (R126, R130). */
export function toResult(value: unknown): ResultRead {
  if (value === undefined) return { result: {} };
  if (!isRecord(value)) return { fault: "its result is not an object" };
  const hazard = hazardIn(value);
  if (hazard !== null) return { fault: hazard };
  const parsed = HookResult.safeParse(tidied(value));
  if (parsed.success) return { result: withPayloads(parsed.data) };
  const [issue] = parsed.error.issues;
  const place = (issue?.path ?? []).reduce<string>(
    (way, part) =>
      typeof part === "number" ? `${way}[${part}]` : way === "" ? String(part) : `${way}.${String(part)}`,
    "",
  );
  return { fault: `${cut(place, 100)} of its result ${wanted(issue)}` };
}

function hazardIn(root: object): string | null {
  const queue: { value: object; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.depth > mostDepth) return `its result is nested more than ${mostDepth} deep`;
    for (const [key, child] of Object.entries(next.value)) {
      if (key === "__proto__") return "its result has a key named __proto__";
      if (typeof child === "object" && child !== null) queue.push({ value: child, depth: next.depth + 1 });
    }
  }
  return null;
}

/** `null` is how many languages say that something is left out; a confidence out of range is brought into it. */
function tidied(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = withoutNull(value);
  for (const [key, child] of Object.entries(result)) {
    if (Array.isArray(child)) result[key] = child.map((item) => (isRecord(item) ? withoutNull(item) : item));
    else if (key === "new_intent" && isRecord(child)) result[key] = withoutNull(child);
  }
  const { suggested_abilities: abilities } = result;
  if (Array.isArray(abilities)) result.suggested_abilities = abilities.map(withConfidence);
  return result;
}

const withoutNull = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));

function withConfidence(ability: unknown): unknown {
  if (!isRecord(ability) || typeof ability.confidence !== "number") return ability;
  const { confidence, ...rest } = ability;
  return Number.isNaN(confidence) ? rest : { ...rest, confidence: Math.min(1, Math.max(0, confidence)) };
}

/** Both shapes of a follow-up as one: what stands beside `kind` belongs into the payload (R135). */
function withPayloads(result: HookResult): HookResult {
  const { follow_up_actions: actions } = result;
  if (actions === undefined) return result;
  const payloads = actions.map(({ kind, payload, ...beside }) => ({ kind, payload: { ...beside, ...payload } }));
  return { ...result, follow_up_actions: payloads };
}

type Issue = NonNullable<ReturnType<typeof HookResult.safeParse>["error"]>["issues"][number];

function wanted(issue: Issue | undefined): string {
  if (issue?.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue?.code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected}`;
  return "is not what it should be";
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
