import { lstatSync, readFileSync, type Stats, statSync } from "node:fs";
import { createWrit, locate } from "@writ/runtime";
import { isAlive, readContact, removeContact } from "./contact.ts";
import { contactFile, openFolder, surroundings } from "./place.ts";

/**
 * The daemon of this workspace went away without saying so, or hangs: that is on record, and its contact file goes. The
 * process that hangs is ended where the system shows that it is ours; elsewhere it ends itself once its file is gone.
 */
export async function noteGap(project: string, hung: number | null): Promise<void> {
  try {
    const folder = openFolder(surroundings());
    const file = folder === null ? null : contactFile(folder, project);
    const contact = file === null ? null : readContact(file, project);
    if (file === null || contact === null) return;
    const stats = lstatSync(file, { throwIfNoEntry: false });
    // Another call may have replaced it meanwhile.
    const isHung = contact.pid === hung && isStuck(hung, stats);
    if (isHung) endDaemon(contact.pid, project);
    else if (isAlive(contact.pid)) return;
    // Whoever takes the file away writes it down.
    if (stats === undefined || !removeContact({ file, inode: stats.ino })) return;
    const { root } = await locate(project);
    if (root === null) return;
    const writ = await createWrit(root);
    await writ.decisions.append({
      id: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      decision: "gap",
      agent: "unknown",
      session: "unknown",
      intent: null,
      reason: isHung ? "daemon-hung" : "daemon-gone",
      metadata: {},
    });
    await writ.close();
  } catch {
    // The call is decided all the same; a record that cannot be written is said by what follows.
  }
}

/** So long a daemon may be busy with its own start, on a machine that is busy itself. */
const startingMs = 60_000;

/** Whether a daemon that did not answer will not do so by itself: it is stopped, or should have started long ago. */
function isStuck(pid: number, contact: Stats | undefined): boolean {
  if (contact !== undefined && Date.now() - contact.mtimeMs > startingMs) return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Ends a daemon that cannot end itself: a process of this user that was started as the daemon of this very workspace. */
function endDaemon(pid: number, root: string): void {
  try {
    const isOurs =
      statSync(`/proc/${pid}`).uid === process.getuid?.() &&
      readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith(`\0daemon\0run\0${root}\0`);
    if (isOurs) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, or the system does not show processes in files.
  }
}
