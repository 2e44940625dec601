import type { Adapter, EventName } from "@writ/contracts";
import { claudeCall } from "../claude-dialect/index.ts";
import { fieldOf, textField } from "../fields.ts";
import { showsBy } from "../messages.ts";
import { statusOfResponse } from "../outcome.ts";
import { type Reading, readEvent } from "../reading.ts";
import { asksNobody, type ContextLimits, usualPatience } from "../reply.ts";
import { toExitCode } from "../to-exit-code.ts";

/** As the IDE and CLI 3 call them, and as CLI 2 does. */
const events: Readonly<Record<string, EventName>> = {
  SessionStart: "session.start",
  UserPromptSubmit: "prompt.submit",
  PreToolUse: "tool.before",
  PostToolUse: "tool.after",
  Stop: "turn.end",
  agentSpawn: "session.start",
  userPromptSubmit: "prompt.submit",
  preToolUse: "tool.before",
  postToolUse: "tool.after",
  stop: "turn.end",
};

const reading: Reading = {
  agent: "kiro",
  events,
  eventIn: (payload) => textField(payload, "hook_event_name"),
  // CLI 2 sends none, and one made up from the folder would let two conversations share an intent.
  sessionIn: (payload) => textField(payload, "session_id"),
  callIn: claudeCall,
  statusIn: (payload) => statusOfResponse(fieldOf(payload, "tool_response")),
};

/** No limit is documented; what counts is at the top. */
const most = 10_000;
const contextLimits: ContextLimits = { "session.start": most, "prompt.submit": most };

/** What a hook prints it shows nobody, unless it failed. */
const shows = showsBy(() => false, contextLimits);

/** Kiro: refuses by exit code; plain text reaches the model when a session starts and with a prompt. */
export const kiro: Adapter = {
  agent: "kiro",
  asks: asksNobody,
  shows,
  patience: usualPatience,
  toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
  toReply: (event, said) => toExitCode(event, said, contextLimits, shows),
};
