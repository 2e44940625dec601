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

/** Whether a session on record may still be at work. A record that cannot be read may hold one. */
export function isSessionOnRecord(root: string): boolean {
  const bytes = readPlainFile(sessionsFile(root));
  if (bytes === null) return false;
  try {
    const found: unknown = bytes instanceof Uint8Array ? JSON.parse(Buffer.from(bytes).toString("utf8")) : null;
    return !Array.isArray(found) || found.some((one) => !isSession(one) || isAlive(one, Date.now()));
  } catch {
    return true;
  }
}

/** A session ended. */
export function dropFromRecord(root: string, id: string): void {
  const bytes = readPlainFile(sessionsFile(root));
  if (!(bytes instanceof Uint8Array)) return;
  try {
    const found: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    if (Array.isArray(found))
      recordSessions(
        root,
        found.filter(isSession).filter((one) => one.id !== id),
      );
  } catch {
    // Read as one that may hold a session.
  }
}
