import { type ProblemCode, problem, type Verdict } from "@writ/contracts";

/** A refusal, worded from its details. */
export function deny(code: ProblemCode, details: Readonly<Record<string, unknown>> = {}): Verdict {
  return { kind: "deny", problem: problem(code, details) };
}
