import { lstatSync } from "node:fs";
import { defineCommand } from "../command.ts";
import { type Contact, isAlive, readContact, removeContact } from "../daemon/contact.ts";
import { contactFile, openFolder, surroundings } from "../daemon/place.ts";
import type { Context } from "../io.ts";
import { noWorkspace } from "../no-workspace.ts";

interface Found {
  readonly root: string;
  /** `null` where daemons cannot be: no folder of the user's own, or a name too long for a file. */
  readonly file: string | null;
  readonly contact: Contact | null;
}

async function find({ findRoot, cwd, run }: Context): Promise<Found> {
  const root = await findRoot();
  if (root === null) throw await noWorkspace({ cwd, run });
  const folder = openFolder(surroundings());
  const file = folder === null ? null : contactFile(folder, root);
  const contact = file === null ? null : readContact(file, root);
  return { root, file, contact: contact !== null && isAlive(contact.pid) ? contact : null };
}

export const daemonStatus = defineCommand({
  name: "status",
  summary: "Is a daemon answering the hooks of this repository?",
  about: "Hooks start it, and work without it: they only take longer.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["daemon status", "look"],
    ["daemon status --json", "for programs"],
  ],

  async run({ json }, context) {
    const { file, contact } = await find(context);
    if (json)
      context.print(JSON.stringify({ running: contact !== null, pid: contact?.pid ?? null, possible: file !== null }));
    else if (file === null)
      context.print("No daemon can run here: there is no folder that is yours alone. Hooks decide by themselves.");
    else if (contact === null) context.print("No daemon runs; the next hook starts one.");
    else
      context.print(
        `A daemon answers the hooks of this repository: process ${contact.pid}. It ends when nobody asked for 30 minutes.`,
      );
    return 0;
  },
});

export const daemonStop = defineCommand({
  name: "stop",
  summary: "End the daemon of this repository",
  about:
    "The next hook decides by itself and starts another one. To have none at all, set WRIT_DAEMON=0 where the agent starts.",
  who: "person",
  args: {},
  options: {},
  examples: [
    ["daemon stop", "end it"],
    ["daemon stop --json", "for programs"],
  ],

  async run({ json }, context) {
    const { file, contact } = await find(context);
    if (contact !== null) {
      process.kill(contact.pid, "SIGTERM");
      for (let tries = 0; tries < 100 && isAlive(contact.pid); tries++) await context.wait(20);
    }
    const left = file === null ? undefined : lstatSync(file, { throwIfNoEntry: false });
    // One that was killed could not take its file along.
    if (file !== null && left !== undefined) removeContact({ file, inode: left.ino });
    context.print(
      json ? JSON.stringify({ stopped: contact !== null }) : contact === null ? "No daemon runs." : "Stopped.",
    );
    return 0;
  },
});
