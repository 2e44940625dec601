import type { EventName, Outcome, Stamp } from "@writ/contracts";
import { claudeEvents } from "../claude-dialect/index.ts";
import { type Fields, fieldOf, isFields, objectField, textField } from "../fields.ts";
import { statusOfResponse, statusOfText } from "../outcome.ts";
import type { Reading, ToldCall } from "../reading.ts";

/**
 * Copilot speaks in three shapes: the CLI's own (`toolName`, no event in the payload), the one it uses for hooks it took
 * from Claude Code's settings (Claude's names, Copilot's arguments, no call id), and VS Code's (with a call id).
 */
export const reading: Reading = {
  agent: "copilot",
  events: {
    ...claudeEvents,
    sessionStart: "session.start",
    userPromptSubmitted: "prompt.submit",
    preToolUse: "tool.before",
    postToolUse: "tool.after",
    postToolUseFailure: "tool.failed",
    agentStop: "turn.end",
    sessionEnd: "session.end",
  } satisfies Record<string, EventName>,
  eventIn: (payload) => textField(payload, "hook_event_name", "hookEventName"),
  sessionIn: (payload) => textField(payload, "session_id", "sessionId") ?? transcriptName(payload),
  callIn,
  statusIn,
  outputIn: (payload) =>
    fieldOf(payload, "toolResult") ??
    fieldOf(payload, "tool_result") ??
    fieldOf(payload, "tool_response") ??
    fieldOf(payload, "error"),
  // Its own records name the model too, but late.
  modelIn: (payload, { marks = {} }) => textField(payload, "model") ?? marks.COPILOT_MODEL,
  transcriptIn: (payload, { marks = {} }) =>
    textField(payload, "transcript_path") ?? eventsOf(textField(payload, "session_id", "sessionId"), marks),
  isAttended: (payload, { marks = {} }) => (isVsCode(payload) && marks.COPILOT_CLI === undefined ? true : undefined),
};

/** The CLI does not tell its hooks where it keeps a conversation; it is always there. */
function eventsOf(session: string | undefined, marks: NonNullable<Stamp["marks"]>): string | undefined {
  const { HOME: home = "~", COPILOT_HOME: own = `${home}/.copilot` } = marks;
  return session !== undefined && /^[\w-]+$/.test(session) ? `${own}/session-state/${session}/events.jsonl` : undefined;
}

/**
 * VS Code is a window with somebody before it. Only it gives its calls an id; with its other events it names its own
 * file of the conversation, where the CLI names none, or one below its `session-state`.
 */
function isVsCode(payload: Fields): boolean {
  if (fieldOf(payload, "timestamp") === undefined) return false;
  if (textField(payload, "tool_use_id") !== undefined) return true;
  const transcript = textField(payload, "transcript_path");
  const isCall = textField(payload, "tool_name") !== undefined;
  return !isCall && transcript !== undefined && !/[\\/]session-state[\\/]/.test(transcript);
}

/** VS Code may leave the session's id out; its transcript is named after it. */
function transcriptName(payload: Fields): string | undefined {
  const name = textField(payload, "transcript_path")
    ?.replace(/^.*[\\/]/, "")
    .replace(/\.jsonl?$/, "");
  return name === "" ? undefined : name;
}

function callIn(payload: Fields): ToldCall {
  const tool = textField(payload, "tool_name", "toolName");
  const given = fieldOf(payload, "tool_input") ?? fieldOf(payload, "toolArgs");
  const callId = textField(payload, "tool_use_id") ?? null;
  return { tool, input: typeof given === "string" ? argumentsIn(given, tool) : given, callId };
}

/** Arguments as text: JSON, or for a patch the patch itself. */
function argumentsIn(text: string, tool: string | undefined): unknown {
  if (tool === "apply_patch" && text.startsWith("*** Begin Patch")) return { input: text };
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function statusIn(payload: Fields, { tool }: ToldCall): Outcome["status"] {
  const result = objectField(payload, "toolResult") ?? objectField(payload, "tool_result");
  if (result === undefined) return statusWithout(payload, tool);
  const type = textField(result, "resultType", "result_type");
  if (type === "denied" || type === "rejected") return "blocked";
  if (type !== undefined && type !== "success") return "failed";
  const text = textField(result, "textResultForLlm", "text_result_for_llm") ?? "";
  // It calls any command a success that could be started; how it ended stands in the last line.
  return isShell(tool) ? statusOfText(text.slice(-200), /completed with exit code (-?\d+)>\s*$/) : "ok";
}

/** VS Code tells the result as text, and of a command not how it ended. */
function statusWithout(payload: Fields, tool: string | undefined): Outcome["status"] {
  const response = fieldOf(payload, "tool_response");
  return tool === "run_in_terminal" && !isFields(response) ? "unknown" : statusOfResponse(response);
}

const isShell = (tool: string | undefined): boolean => /^(bash|powershell)$/i.test(tool ?? "");
