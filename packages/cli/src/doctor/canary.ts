import { markers } from "@writ/adapters";
import type { AgentId } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import type { Context } from "../io.ts";
import { firstLine, runFor } from "./process.ts";

/** A tool every agent's hook lets pass, and that no shim lets pass by itself: only a Writ that decides answers it. */
const tool = "list_active_intents";

/** The shim itself gives up before this. */
const patienceMs = 20_000;

/** A call of a session that does not exist, as the agent would tell it before the tool runs. */
function canaryPayload(agent: AgentId, event: string, session: string, root: string): string {
  return JSON.stringify((payloads[agent] ?? pluginPayload)(event, session, root));
}

type Payload = (event: string, session: string, root: string) => object;

const claudePayload: Payload = (event, session, root) => ({
  session_id: session,
  cwd: root,
  hook_event_name: event,
  tool_name: tool,
  tool_input: {},
});

const pluginPayload: Payload = (event, session, root) => ({
  event,
  session,
  cwd: root,
  call: { id: session, tool, input: {} },
});

const payloads: Partial<Record<AgentId, Payload>> = {
  "claude-code": claudePayload,
  codex: (event, session, root) => ({ ...claudePayload(event, session, root), turn_id: session, model: "canary" }),
  qwen: claudePayload,
  droid: claudePayload,
  gemini: claudePayload,
  kiro: claudePayload,
  copilot: (_, session, root) => ({ sessionId: session, timestamp: 0, cwd: root, toolName: tool, toolArgs: {} }),
  cursor: (event, session, root) => ({
    ...claudePayload(event, session, root),
    conversation_id: session,
    cursor_version: "canary",
    workspace_roots: [root],
  }),
  // It has no event for tools of no server, and reading is the one thing that it may do without an intent.
  windsurf: (_, session, root) => ({
    agent_action_name: "pre_read_code",
    trajectory_id: session,
    tool_info: { file_path: `${root}/.orchestration/config.yaml` },
  }),
};

/** How a canary came back. */
export type Sung = { readonly ms: number; readonly out: string } | { readonly reason: string };

/** How the canary reaches Writ: as a hook does now, or as one does where no daemon runs. */
export type Way = "as a hook" | "without a daemon";

/** Sends a canary through a command line of `sh`, and hears whether Writ lets it pass. Starts no daemon. */
export async function sing(
  line: string,
  canary: { readonly agent: AgentId; readonly event: string; readonly session: string },
  way: Way,
  { root, env }: { readonly root: string; readonly env: Context["env"] },
): Promise<Sung> {
  const ended = await runFor(patienceMs, "sh", ["-c", line], {
    cwd: root,
    env: surroundings(env, way, root),
    input: canaryPayload(canary.agent, canary.event, canary.session, root),
  });
  if (ended.isLate) return { reason: `it did not answer within ${patienceMs / 1000} seconds` };
  const said = firstLine(ended.err) || firstLine(ended.out);
  if (ended.code !== 0) return { reason: `it refuses what it should let pass${said === "" ? "" : `: ${said}`}` };
  return isRefusal(ended.out)
    ? { reason: `it refuses what it should let pass: ${said}` }
    : { ms: ended.ms, out: ended.out };
}

/** What an agent that started the doctor left behind must not make the canary another agent's. */
function surroundings(env: Context["env"], way: Way, root: string): Record<string, string | undefined> {
  const left = new Set([...markers, "CLAUDE_PROJECT_DIR"]);
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !left.has(name)));
  // A folder of the user's own in which no daemon says how to reach it.
  return {
    ...kept,
    WRIT_DAEMON: "0",
    ...(way === "without a daemon" && { XDG_RUNTIME_DIR: `${root}/.orchestration` }),
  };
}

/** Any agent's way to say no. */
function isRefusal(out: string): boolean {
  return /"(?:permissionDecision|decision|permission)"\s*:\s*"(?:deny|block|ask)"|"(?:deny|ask)"\s*:/.test(out);
}

/** Among so many of the newest decisions a canary's would be. */
const newestDecisions = 20;

/** Whether the canary left nothing behind. */
export async function isForgotten({ sessions, decisions }: Writ, session: string): Promise<boolean> {
  if ((await sessions.read(session)) !== null) return false;
  if ((await sessions.listPending()).some((call) => call.session === session)) return false;
  return (await decisions.last(newestDecisions)).every(({ record }) => record.session !== session);
}
