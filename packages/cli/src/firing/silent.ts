import type { Session } from "@writ/contracts";
import { isSameProcess, lineageOf } from "../process-tree.ts";
import type { ChangedFile } from "./work-tree.ts";

/** An agent that runs, and was not heard of while files changed. */
export interface Silent {
  readonly session: Session;
  /** How many files changed without a record after its hooks were last heard. */
  readonly files: number;
}

/** A record is written a moment after the file. */
const momentMs = 2000;

/** The sessions whose agent still runs and whose hooks said nothing about these changes, the latest first. */
export async function findSilent(
  sessions: readonly Session[],
  changed: readonly ChangedFile[],
  platform: string,
): Promise<Silent[]> {
  const found: Silent[] = [];
  for (const session of sessions) {
    const since = Date.parse(session.seenAt) + momentMs;
    const files = changed.filter(({ changedAt }) => changedAt > since).length;
    if (files > 0 && session.endedAt === undefined && (await isRunning(session, platform)))
      found.push({ session, files });
  }
  return found.sort((one, other) => (one.session.seenAt < other.session.seenAt ? 1 : -1));
}

async function isRunning({ process }: Session, platform: string): Promise<boolean> {
  if (process === undefined) return false;
  const [now] = await lineageOf(process.pid, platform);
  return now !== undefined && isSameProcess(now, process);
}
