/** What can happen, in neutral words. The names S4 uses are in `eventAliases`. */
export const eventNames = [
  "session.start",
  "prompt.submit",
  "tool.before",
  "tool.after",
  "tool.failed",
  "turn.end",
  "session.end",
] as const;
export type EventName = (typeof eventNames)[number];

/** Whether anything may stop what the event announces. */
export const canBlock: Record<EventName, boolean> = {
  "session.start": false,
  "prompt.submit": true,
  "tool.before": true,
  "tool.after": false,
  "tool.failed": false,
  "turn.end": false,
  "session.end": false,
};

/** The agents Writ knows by name, as in `--agent`, in records and in folder names. */
export const agentIds = [
  "claude-code",
  "codex",
  "copilot",
  "gemini",
  "opencode",
  "kilo",
  "cursor",
  "qwen",
  "droid",
  "cline",
  "windsurf",
  "kiro",
  "amp",
  "pi",
  "roo",
] as const;
export type AgentId = (typeof agentIds)[number];

/** Who is at work: one conversation of one agent. */
export interface SessionRef {
  /** The agent's own id for the conversation. Never empty. */
  id: string;
  /** `library` when the engine runs inside its host, `mcp` for a program of unknown make that uses the MCP server. */
  agent: AgentId | "library" | "mcp";
  model?: string;
  /** The session that started this one; its intent is inherited. */
  parent?: string;
}

/** Something that happened or is about to, in neutral words. */
export interface Event {
  name: EventName;
  /** ISO-8601 UTC, from the engine's clock. */
  at: string;
  session: SessionRef;
  /** Where the agent stands; relative paths are resolved from here. */
  cwd: string;
  /** The tool call, as the agent put it; `toCall` in the engine makes a `Call` of it. */
  request?: ToolRequest;
  outcome?: Outcome;
  /** What the person typed, of `prompt.submit`. Never persisted. */
  prompt?: string;
  /** Whether a person sits before the agent; left out where the agent gives no sign of it. */
  attended?: boolean;
  /** Where the agent keeps the conversation, which names the model where the payload does not. Never persisted. */
  transcript?: string;
  /** The agent's own process, where its hook was started by another one. */
  process?: number;
}

/** How a call ended. */
export interface Outcome {
  status: "ok" | "failed" | "blocked" | "unknown";
  durationMs?: number;
  /** The beginning of what the tool answered, or of its error. Never persisted as it is. */
  output?: string;
}

/** A tool call as an agent put it, before anybody looked at what it does. */
export interface ToolRequest {
  /** The tool's name as the agent says it. */
  tool: string;
  /** Verbatim. Never persisted. */
  input: unknown;
  /** The agent's id for the call; `null` where it gives none and one must be derived. */
  callId: string | null;
  /** Set when the payload could not be understood; such a call is refused. */
  invalid?: string;
  /** The model can type into what the call starts, and the agent tells no hook what. */
  typed?: true;
}
