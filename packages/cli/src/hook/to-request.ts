import { markers } from "@writ/adapters";
import type { HookRequest } from "./request.ts";

/** What a hook's command line and process say. */
interface Started {
  readonly request: HookRequest;
  /** The shim reads the reply from a frame. */
  readonly isFramed: boolean;
  /** The daemon did not answer before. */
  readonly isGap: boolean;
  /** The process of a daemon that did not even say that it is at work; `null` where none was met. */
  readonly hung: number | null;
}

/** Reads `writ hook <agent> [<Event>] [--project DIR] [--framed] [--gap] [--hung PID]`; the options are the shim's. */
export function toRequest(
  [agent = "", ...rest]: readonly string[],
  { cwd, env, ppid }: Pick<NodeJS.Process, "cwd" | "env" | "ppid">,
): Started {
  const at = rest.indexOf("--project");
  const hungAt = rest.indexOf("--hung");
  const request = {
    agent,
    event: rest[0]?.startsWith("--") === true ? undefined : rest[0],
    cwd: cwd(),
    // Set by the agent for its hooks: a folder with a sidecar of its own inside the project changes nothing.
    project: (at === -1 ? undefined : rest[at + 1]) ?? env.CLAUDE_PROJECT_DIR,
    marks: marksOf(env),
    parent: ppid,
  };
  return {
    request,
    isFramed: rest.includes("--framed"),
    isGap: rest.includes("--gap"),
    hung: hungAt === -1 ? null : Number(rest[hungAt + 1]),
  };
}

/** Only these, and never the rest: agents hand their keys to hooks in the environment. */
function marksOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const marks: Record<string, string> = {};
  for (const name of markers) {
    const value = env[name];
    if (value !== undefined && value !== "") marks[name] = value;
  }
  return marks;
}
