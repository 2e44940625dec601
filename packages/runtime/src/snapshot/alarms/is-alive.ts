import type { Session } from "@writ/contracts";
import { processStart } from "@writ/stores";

/** A session whose process is not known counts as alive for so long after its last event. */
const unknownHours = 12;

/** Whether the agent of a session may still be at work. */
export function isAlive({ endedAt, process: agent, seenAt }: Session, now: number): boolean {
  if (endedAt !== undefined) return false;
  if (agent === undefined) return now - Date.parse(seenAt) < unknownHours * 3_600_000;
  const started = processStart(agent.pid);
  return started !== null && (started === "" || started === agent.started);
}
