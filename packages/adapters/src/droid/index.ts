import type { Adapter } from "@writ/contracts";
import { claudeLike } from "../claude-dialect/index.ts";
import { fieldOf, parsedText, textField } from "../fields.ts";
import type { ContextLimits } from "../reply.ts";

/** No limit is known; this is the smallest of its relatives without one of their own. */
const most = 50_000;
const contextLimits: ContextLimits = { "session.start": most, "prompt.submit": most, "tool.after": most };

/** Factory Droid: no call ids, no event for failures, and what it is asked to ask it simply does. */
export const droid: Adapter = claudeLike({
  agent: "droid",
  contextLimits,
  // With every other event it only writes it into its own log.
  shownWith: ["tool.after", "turn.end"],
  knowsAllow: true,
  // An object comes as its JSON text.
  outputIn: (payload) => parsedText(fieldOf(payload, "tool_response")),
  // The model stands in a file beside the conversation.
  transcriptIn: (payload) => textField(payload, "transcript_path")?.replace(/\.jsonl$/, ".settings.json"),
});
