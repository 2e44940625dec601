import { ProblemError, problem, type Session } from "@writ/contracts";
import { isLost, isSameProcess, type ProcessRef } from "./process-tree.ts";

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

/** What a person can do who was taken for an agent; an agent that reads it can do none of it. */
const mistaken =
  "If you are that person: open a new terminal window, one the agent did not start. Where even that is refused, no agent is running any more: delete the session's file in .orchestration/.state/sessions/ by hand.";

/** Throws when an agent, not a person, seems to be asking. */
export async function requirePerson(
  command: string,
  world: {
    readonly env: Readonly<Record<string, string | undefined>>;
    ancestors(): Promise<readonly ProcessRef[]>;
    isRunning(process: Pick<ProcessRef, "pid" | "started">): Promise<boolean>;
  },
  sessions: readonly Session[],
): Promise<void> {
  const sign = await signOfAgent(world, sessions);
  if (sign === null) return;
  const found = problem("PERSON_ONLY", { action: `writ ${command}`, sign });
  throw new ProblemError({ ...found, hint: `${found.hint} ${mistaken}` });
}

async function signOfAgent(
  { env, ancestors, isRunning }: Parameters<typeof requirePerson>[1],
  sessions: readonly Session[],
): Promise<string | null> {
  const marked = markedAgent(env);
  if (marked !== null) return `the environment says this runs inside ${marked}`;
  const lineage = await ancestors();
  const session = governingSession(lineage, sessions);
  if (session !== null) return `this runs beneath session ${session.id}`;
  if (!isLost(lineage)) return null;
  // Whoever lets go of its parents may come from any agent that is at work; without one it is somebody's script.
  for (const { id, process } of sessions)
    if (process !== undefined && (await isRunning(process)))
      return `nothing shows who started this, and session ${id} is at work`;
  return null;
}
