import type { Adapter, AgentId, Stamp } from "@writ/contracts";
import { devin } from "./claude-code/index.ts";
import { type Fields, fieldOf, isFields, textField } from "./fields.ts";
import { unplaced } from "./unplaced.ts";

type Marks = NonNullable<Stamp["marks"]>;

/** Who sent a payload, and through whose hook it came. */
export interface Sender {
  readonly adapter: Adapter;
  /** The agent the hook was installed for. */
  readonly via: AgentId;
}

/**
 * Which of the agents with command hooks really sent a payload. The one its hook was installed for, except that others
 * read Claude Code's settings too. What cannot be any of theirs gets an adapter that refuses it.
 */
export function senderAmong(
  adapters: Readonly<Record<string, Adapter>>,
  via: AgentId,
  payload: unknown,
  marks: Marks,
): Sender {
  const installed = Object.hasOwn(adapters, via) ? adapters[via] : undefined;
  if (installed === undefined) return { adapter: unplaced(via), via };
  const adapter = via === "claude-code" ? readerOfClaudeSettings(adapters, installed, payload, marks) : installed;
  return { adapter: isForeign(adapters, adapter, payload) ? unplaced(via) : adapter, via };
}

/** The payload tells best; where it does not, the variables the agent set. `CLAUDE_PROJECT_DIR` is everybody's. */
function readerOfClaudeSettings(
  { cursor, copilot, droid }: Readonly<Record<string, Adapter>>,
  claude: Adapter,
  payload: unknown,
  marks: Marks,
): Adapter {
  if (isFields(payload)) {
    if (textField(payload, "cursor_version") !== undefined) return cursor ?? claude;
    if (isCopilots(payload)) return copilot ?? claude;
    // Neither Droid nor Devin gives its calls an id, and a Claude Code started by one of them has its variables too.
    if (textField(payload, "tool_use_id") !== undefined) return claude;
  } else {
    if (marks.CURSOR_VERSION !== undefined) return cursor ?? claude;
    if (marks.COPILOT_CLI !== undefined) return copilot ?? claude;
  }
  if (marks.DROID_PROJECT_DIR !== undefined || marks.FACTORY_PROJECT_DIR !== undefined) return droid ?? claude;
  return marks.DEVIN_PROJECT_DIR === undefined ? claude : devin;
}

/** Copilot and VS Code say when; Claude Code says under which prompt and in which mode instead. */
function isCopilots(payload: Fields): boolean {
  if (fieldOf(payload, "tool_result") !== undefined || textField(payload, "sessionId") !== undefined) return true;
  const isClaudes = textField(payload, "permission_mode", "prompt_id") !== undefined;
  return fieldOf(payload, "timestamp") !== undefined && !isClaudes;
}

/** Whether the payload names an event that only another agent has, and that is about a tool. */
function isForeign(adapters: Readonly<Record<string, Adapter>>, adapter: Adapter, payload: unknown): boolean {
  if (!isFields(payload)) return false;
  const named = textField(payload, "hook_event_name", "hookEventName", "agent_action_name");
  if (named === undefined || eventOf(adapter, named) !== undefined) return false;
  return Object.values(adapters).some((other) => eventOf(other, named)?.startsWith("tool.") === true);
}

function eventOf(adapter: Adapter, named: string): string | undefined {
  const probe = { hook_event_name: named, agent_action_name: named };
  return adapter.toEvent(probe, { at: "", cwd: "" })?.name;
}

/**
 * Whether a call comes twice: through another agent's settings, while the agent has hooks of its own here. Then this
 * one stays silent, so that each change is decided and recorded once.
 */
export function isDoubled(via: AgentId, agent: AgentId, isWired: (agent: AgentId) => boolean): boolean {
  return via !== agent && isWired(agent);
}
