/** A code, what happened, and what to do: for a person and for a model alike. */
export interface Problem {
  code: ProblemCode;
  message: string;
  /** What to do next. */
  hint: string;
  /** Whether the agent can mend it by itself (R86). */
  recoverable: boolean;
  /** Facts for programs; snake_case, safe to persist. */
  meta: Readonly<Record<string, unknown>>;
}

/** The stable list of codes (R85). `docs/problems.md` has an entry for each. */
export const problemCodes = [
  "NO_ACTIVE_INTENT",
  "INTENT_NOT_FOUND",
  "INTENT_IGNORED",
  "INTENT_CLOSED",
  "INTENT_NOT_DONE",
  "SCOPE_VIOLATION",
  "PATH_OUTSIDE_WORKSPACE",
  "PROTECTED_PATH",
  "STALE_FILE",
  "HITL_REJECT",
  "APPROVAL_REQUIRED",
  "OPAQUE_EFFECT",
  "PERSON_ONLY",
  "COMMAND_DENIED",
  "PAYLOAD_INVALID",
  "SIDECAR_INVALID",
  "SIDECAR_MISSING",
  "SETTINGS_INVALID",
  "STORE_FAILED",
  "BLOCKED_BY_POLICY",
  "HOOK_UNTRUSTED",
  "HOOK_INTERNAL_ERROR",
  "HOOK_TIMEOUT",
  "NOT_FOUND",
  "NO_LINES",
  "ALREADY_ANSWERED",
  "USAGE",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** The JSON a blocked call gets as its one result (R85). */
export interface ToolError {
  type: "tool_error";
  code: ProblemCode;
  message: string;
  recoverable: boolean;
  suggestion: string;
  meta: Readonly<Record<string, unknown>>;
}

/** A problem as the tool result the model reads. */
export function toToolError(problem: Problem): ToolError {
  const { code, message, recoverable, hint, meta } = problem;
  return {
    type: "tool_error",
    code,
    message,
    recoverable,
    suggestion: hint,
    meta,
  };
}

/** Thrown where there is no verdict to give: bad config, broken store, wrong usage. Anything else thrown is a bug. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}
