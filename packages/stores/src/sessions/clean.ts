import { rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "../lock/file-lock.ts";
import { namesIn, valueIn } from "../state/json-file.ts";
import { sealOf } from "../state/sealing.ts";
import { statePath } from "../state/sidecar.ts";
import { isSession } from "./check.ts";
import { pendingMinutes } from "./stale.ts";

/** What a clean-up took away. */
export interface Cleaned {
  sessions: number;
  /** Drafts and remains that a killed process left behind. */
  leftovers: number;
}

function isOldFile(path: string, now: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && modified < Date.parse(now) - pendingMinutes * 60_000;
}

/** Takes away old remains in a folder: names that begin with a dot, which belong to nobody. */
function dropLeftovers(folder: string, now: string): number {
  const old = namesIn(folder).filter((name) => name.startsWith(".") && isOldFile(join(folder, name), now));
  for (const name of old) rmSync(join(folder, name), { recursive: true, force: true });
  return old.length;
}

function dropIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody still has a call in it.
  }
}

/** Forgets sessions that ended so many days ago, and what killed processes left behind. */
export async function cleanSessions(state: string, now: string, keptDays = 30): Promise<Cleaned> {
  const folder = statePath(state, "sessions");
  const pending = statePath(state, "pending");
  const oldest = new Date(Date.parse(now) - keptDays * 86_400_000).toISOString();
  let sessions = 0;
  for (const name of namesIn(folder).filter((item) => item.endsWith(".json") && !item.startsWith("."))) {
    const path = join(folder, name);
    const isOver = () => (valueIn(path, isSession, sealOf(state, path))?.endedAt ?? oldest) < oldest;
    if (!isOver()) continue;
    const lock = statePath(state, "locks", `session-${name.slice(0, -".json".length)}.lock`);
    await withFileLock(lock, async () => {
      // It may have been resumed while we waited.
      if (!isOver()) return;
      rmSync(path, { force: true });
      sessions += 1;
    });
  }
  let leftovers = dropLeftovers(folder, now);
  for (const name of namesIn(pending)) {
    leftovers += dropLeftovers(join(pending, name), now);
    dropIfEmpty(join(pending, name));
  }
  return { sessions, leftovers };
}
