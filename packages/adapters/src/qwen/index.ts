import type { Adapter } from "@writ/contracts";
import { claudeLike } from "../claude-dialect/index.ts";
import { fieldOf, textField } from "../fields.ts";
import type { ContextLimits } from "../reply.ts";

/** No limit is known; this is the smallest of its relatives without one of their own. */
const most = 50_000;
const contextLimits: ContextLimits = {
  "session.start": most,
  "prompt.submit": most,
  "tool.after": most,
  "tool.failed": most,
};

/** Qwen Code: takes no text before a tool, and sends UserPromptSubmit with every model call. */
export const qwen: Adapter = claudeLike({
  agent: "qwen",
  contextLimits,
  // With every other event it only writes it into its own log.
  shownWith: ["turn.end"],
  knowsAllow: true,
  promptIn(payload) {
    const typed = textField(payload, "submitted_prompt", "prompt");
    // After a tool's result it comes with an empty prompt: nobody typed that.
    return fieldOf(payload, "prompt") !== undefined && (typed ?? "").trim() === "" ? null : typed;
  },
});
