import type { Session } from "@writ/contracts";
import { isSameProcess, type ProcessRef } from "./process-tree.ts";

/**
 * Variables agents set for the commands they run. One of them being there is a sign of an agent; none of them being
 * there proves nothing, so they never permit anything. What people's own terminals carry too (`CURSOR_TRACE_ID`,
 * `CLAUDE_PROJECT_DIR`) is not here.
 */
const marks: Readonly<Record<string, string>> = {
  CLAUDECODE: "Claude Code",
  CODEX_SANDBOX: "Codex",
  CODEX_SANDBOX_NETWORK_DISABLED: "Codex",
  CODEX_THREAD_ID: "Codex",
  COPILOT_CLI: "Copilot",
  GEMINI_CLI: "Gemini CLI",
  QWEN_CODE: "Qwen Code",
  QWEN_CODE_SESSION_ID: "Qwen Code",
  CURSOR_AGENT: "Cursor",
  OPENCODE: "OpenCode",
  KILO: "Kilo",
  CLINE_ACTIVE: "Cline",
  FACTORY_PROJECT_DIR: "Droid",
  DROID_PROJECT_DIR: "Droid",
  DEVIN_PROJECT_DIR: "Devin",
};

/** The agent whose mark the environment carries. */
export function markedAgent(env: Readonly<Record<string, string | undefined>>): string | null {
  for (const [name, agent] of Object.entries(marks)) {
    const value = env[name];
    if (value !== undefined && value !== "" && value !== "0" && value !== "false") return agent;
  }
  return null;
}

/** The governed session this process runs beneath: the nearest one, the latest where several share a process. */
export function governingSession(lineage: readonly ProcessRef[], sessions: readonly Session[]): Session | null {
  const newestFirst = [...sessions].sort((one, other) => (one.seenAt < other.seenAt ? 1 : -1));
  for (const ancestor of lineage) {
    const found = newestFirst.find(({ process }) => process !== undefined && isSameProcess(process, ancestor));
    if (found !== undefined) return found;
  }
  return null;
}
