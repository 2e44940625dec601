import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Session } from "@writ/contracts";
import { isSession, readPlainFile } from "@writ/stores";
import { sessionsFile } from "../../governance.ts";
import { isAlive } from "./is-alive.ts";

/**
 * The sessions that have not ended, once more outside of the work tree: whoever deletes the sidecar with all that Writ
 * knows, and restores its tracked files, leaves what looks like a fresh clone.
 */
export function recordSessions(root: string, sessions: readonly Session[]): void {
  const file = sessionsFile(root);
  try {
    if (sessions.length === 0) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    const next = `${file}.${process.pid}.new`;
    writeFileSync(next, JSON.stringify(sessions));
    renameSync(next, file);
  } catch {
    // A read-only git folder.
  }
}

/** The sessions on record. */
export function recordedSessions(root: string): Session[] {
  try {
    const bytes = readPlainFile(sessionsFile(root));
    const found: unknown = bytes instanceof Uint8Array ? JSON.parse(Buffer.from(bytes).toString("utf8")) : [];
    return Array.isArray(found) ? found.filter(isSession) : [];
  } catch {
    return [];
  }
}

/** Whether a session on record may still be at work. */
export const isSessionOnRecord = (root: string): boolean =>
  recordedSessions(root).some((one) => isAlive(one, Date.now()));

/** A session ended. */
export function dropFromRecord(root: string, id: string): void {
  const known = recordedSessions(root);
  if (known.some((one) => one.id === id))
    recordSessions(
      root,
      known.filter((one) => one.id !== id),
    );
}
