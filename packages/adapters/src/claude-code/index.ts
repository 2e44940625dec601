import type { Adapter } from "@writ/contracts";
import { claudeLike } from "../claude-dialect/index.ts";
import { textField } from "../fields.ts";
import { asksAttended, type ContextLimits } from "../reply.ts";

/** Longer text is put into a file instead of before the model. */
const most = 50_000;
const contextLimits: ContextLimits = {
  "session.start": most,
  "prompt.submit": most,
  "tool.before": most,
  "tool.after": most,
  "tool.failed": most,
};

/** Modes in which the person wants no questions: a call that ran then says nothing about what they think of it. */
const unasked: readonly string[] = ["bypassPermissions", "dontAsk", "auto"];

/** Claude Code: the family's own. It says whether a person sits before it, and asks where one does. */
export const claudeCode: Adapter = claudeLike({
  agent: "claude-code",
  contextLimits,
  // Not at the end of a session: nobody reads what its hooks print.
  shownWith: ["session.start", "prompt.submit", "tool.before", "tool.after", "tool.failed", "turn.end"],
  knowsAllow: true,
  refusesFields: true,
  asks: asksAttended,
  isAttended: (payload, { marks = {} }) => {
    const { CLAUDE_CODE_SESSION_ATTENDED: attended = "" } = marks;
    if (unasked.includes(textField(payload, "permission_mode") ?? "")) return false;
    return attended === "" ? undefined : attended !== "0";
  },
});

/**
 * Devin CLI, which runs the hooks it finds in Claude Code's settings and has no id of its own here. Its documents know
 * `decision` and the exit code, not the family's `permissionDecision`, so it is refused by both.
 */
export const devin: Adapter = claudeLike({
  agent: "claude-code",
  contextLimits: {},
  shownWith: [],
  knowsAllow: false,
  refusesBy: "exit-code",
});
