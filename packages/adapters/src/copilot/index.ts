import type { Adapter, Event, Reply, Said } from "@writ/contracts";
import { answerNames, decisionOf, isRefusal } from "../claude-dialect/reply.ts";
import { messageFor, refusedPromptText, showsBy } from "../messages.ts";
import { readEvent } from "../reading.ts";
import { asksAttended, type ContextLimits, contextFor, json, usualPatience } from "../reply.ts";
import { reading } from "./reading.ts";

const most = 50_000;
const mostAfterTool = 10_000;
const contextLimits: ContextLimits = {
  "session.start": most,
  "prompt.submit": most,
  "tool.before": most,
  "tool.after": mostAfterTool,
  "tool.failed": mostAfterTool,
};

/** VS Code shows messages in its chat, and somebody sits before it; the CLI shows none. */
const shows = showsBy(({ attended, name }) => attended === true && name !== "session.end", contextLimits);

/** The same twice: the CLI's own hooks read the top, hooks from Claude Code's settings and VS Code the inner object. */
function toReply(event: Event, said: Said): Reply {
  if (event.name === "prompt.submit" && isRefusal(said)) {
    return json({ decision: "block", reason: refusedPromptText(said) });
  }
  const systemMessage = messageFor(event, said, shows);
  const shown = systemMessage === undefined ? {} : { systemMessage };
  const additionalContext = contextFor(event, said, contextLimits, shows);
  const answer = {
    ...(event.name === "tool.before" ? decisionOf({ knowsAllow: true }, said, asksAttended(event)) : {}),
    ...(additionalContext === undefined ? {} : { additionalContext }),
  };
  if (Object.keys(answer).length === 0) return json(shown);
  return json({ ...answer, hookSpecificOutput: { hookEventName: answerNames[event.name], ...answer }, ...shown });
}

/** GitHub Copilot: the CLI, the cloud agent and VS Code, which share their hook files. */
export const copilot: Adapter = {
  agent: "copilot",
  asks: asksAttended,
  shows,
  patience: usualPatience,
  toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
  toReply,
};
