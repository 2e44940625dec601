import { lstatSync } from "node:fs";
import { createWrit, locate } from "@writ/runtime";
import { isAlive, readContact, removeContact } from "./contact.ts";
import { contactFile, openFolder, surroundings } from "./place.ts";

/** The daemon of this workspace went away without saying so: that is on record, and its contact file goes. */
export async function noteGap(project: string): Promise<void> {
  try {
    const folder = openFolder(surroundings());
    const file = folder === null ? null : contactFile(folder, project);
    const contact = file === null ? null : readContact(file);
    if (file === null || contact === null || isAlive(contact.pid)) return;
    const stats = lstatSync(file, { throwIfNoEntry: false });
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
      reason: "daemon-gone",
      metadata: {},
    });
    await writ.close();
  } catch {
    // The call is decided all the same; a record that cannot be written is said by what follows.
  }
}
