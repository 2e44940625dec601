import { type Call, type Facts, type Policy, ProblemError, pass, problem, type Verdict } from "@writ/contracts";
import { before } from "./pipeline/before.ts";
import { joined } from "./policies/ask.ts";
import { isPast } from "./policies/instant.ts";
import { personOnly } from "./policies/person.ts";
import { protection } from "./policies/scope.ts";

/** A verdict, and who gave it. */
export interface Decided {
  verdict: Verdict;
  /** The policy that refused or asked; `null` when none objected. */
  policy: string | null;
  /** What would have been said, in observe mode or during a pause. */
  would?: Verdict;
}

/** Decides one call. The same call under the same facts always gets the same answer. */
export function decide(call: Call, facts: Facts, policies: readonly Policy[] = before): Decided {
  const decided = fold(call, facts, policies);
  if (decided.verdict.kind !== "ask" && decided.verdict.kind !== "deny") return decided;
  if (facts.config.mode === "observe") return { ...decided, verdict: pass, would: decided.verdict };
  if (facts.pause === null || isPast(facts.pause.until, facts.now)) return decided;
  const closed = guarded("scope", () => protection(call, facts) ?? personOnly(call) ?? pass);
  if (closed.kind === "deny") return { verdict: closed, policy: "scope" };
  return { ...decided, verdict: pass, would: decided.verdict };
}

/** The first refusal ends it; a question waits for what later policies say, because a refusal beats it. */
function fold(call: Call, facts: Facts, policies: readonly Policy[]): Decided {
  let so: Decided = { verdict: pass, policy: null };
  for (const policy of policies) {
    const verdict = guarded(policy.name, () => policy.check(call, facts));
    if (verdict.kind === "deny") return { verdict, policy: policy.name };
    so = stronger(so, { verdict, policy: policy.name }, facts);
  }
  return so;
}

function stronger(so: Decided, next: Decided & { policy: string }, { config }: Facts): Decided {
  if (next.verdict.kind === "ask") {
    if (so.verdict.kind !== "ask") return next;
    return { ...so, verdict: joined(so.verdict, next.verdict, config) };
  }
  if (so.verdict.kind === "ask") return so;
  // A pass that uses an answer must stay one, so that the answer is used.
  if (isAnswered(so.verdict)) return so;
  return next.verdict.kind === "allow" || isAnswered(next.verdict) ? { verdict: next.verdict, policy: null } : so;
}

/** Whether a pass relies on a person's answer, given for this call or standing. */
export function isAnswered(verdict: Verdict): boolean {
  return verdict.kind === "pass" && (verdict.ticket !== undefined || verdict.grant !== undefined);
}

/** A guard that fails refuses (R10). */
function guarded(name: string, check: () => Verdict): Verdict {
  try {
    return check();
  } catch (error) {
    if (error instanceof ProblemError) return { kind: "deny", problem: error.problem };
    const reason = error instanceof Error ? error.name : "unknown";
    return { kind: "deny", problem: problem("HOOK_INTERNAL_ERROR", { hook: name, reason }) };
  }
}
