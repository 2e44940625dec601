import type { Adapter } from "@writ/contracts";
import { claudeCall, claudeLike } from "../claude-dialect/index.ts";
import { fieldOf } from "../fields.ts";
import { statusOfResponse, statusOfText } from "../outcome.ts";
import type { ContextLimits } from "../reply.ts";

/** It puts more than 2,500 tokens into a file, and counts four bytes a token. */
const most = 9_500;
const contextLimits: ContextLimits = {
  "session.start": most,
  "prompt.submit": most,
  "tool.before": most,
  "tool.after": most,
};

/** Codex CLI: strict about its answers, silent about exit codes, and never asks. */
export const codex: Adapter = claudeLike({
  agent: "codex",
  contextLimits,
  shownWith: ["session.start", "prompt.submit", "tool.before", "tool.after", "turn.end"],
  knowsAllow: false,
  refusesFields: true,
  // Longer than this is not allowed for the end of a session.
  patience: (event) => (event === "session.end" ? 3_000 : 30_000),
  // What its `write_stdin` types into a command that runs reaches no hook, and no payload says whether it may.
  callIn(payload) {
    const call = claudeCall(payload);
    return call.tool === "Bash" ? { ...call, typed: true } : call;
  },
  statusIn(payload, { tool }) {
    const response = fieldOf(payload, "tool_response");
    // A command's answer is its output and nothing else; a patch's begins with how it ended.
    if (tool === "Bash") return "unknown";
    if (typeof response !== "string") return statusOfResponse(response);
    return tool === "apply_patch" ? statusOfText(response.slice(0, 40), /^Exit code: (\d+)/) : "ok";
  },
});
