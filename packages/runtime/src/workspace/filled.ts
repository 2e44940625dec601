import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Filled, PendingCall, Session } from "@writ/contracts";
import { namesIn } from "./entries.ts";
import type { Workspace } from "./types.ts";

/*
 * `cp -r x node_modules` names a folder, and git may ignore what it puts there, so that no snapshot tells the files.
 * So the folder is remembered: all of it where it was not there before, else what changed in it while the command ran.
 */

/** So many folders a session remembers, the newest. */
const most = 500;

/** Notes which folders a call has filled, and that it changed something in one that was filled before. */
export async function noteFilled(workspace: Workspace, session: Session, { files, began }: PendingCall): Promise<void> {
  if (began === undefined) return;
  const meanwhile = { since: began, until: Date.now() };
  const fresh = files.flatMap(({ path, op, fills }): Filled[] => {
    if (fills !== true || namesIn(join(workspace.root, path)).length === 0) return [];
    return [op === "modify" ? { path, ...meanwhile } : { path, since: began }];
  });
  // A later change there moves the times by which the first is told.
  const again = (session.filled ?? [])
    .filter(({ path, until }) => until !== undefined && files.some((file) => isIn(file.path, path)))
    .map(({ path }): Filled => ({ path, ...meanwhile }));
  const added = [...fresh, ...again.filter(({ path }, at) => again.findIndex((one) => one.path === path) === at)];
  if (added.length === 0) return;
  await workspace.sessions.update(
    session.id,
    () => session,
    (stored): Session => ({ ...stored, filled: [...(stored.filled ?? []), ...added].slice(-most) }),
  );
}

/** Whether a file came into one of these folders with a command that filled it. */
export function isFilledBy(filled: readonly Filled[], root: string, path: string): boolean {
  return filled.some((one) => {
    if (!isIn(path, one.path)) return false;
    if (one.until === undefined) return true;
    // What is moved there keeps its own times, and the folder around it does not.
    for (let here = path; isIn(here, one.path) && here !== one.path; here = dirname(here))
      if (isWithin(changedAt(join(root, here)), one.since, one.until)) return true;
    return false;
  });
}

/** Disks tell the time less finely than we do. */
const slackMs = 20;

const isWithin = (at: number | null, since: number, until: number): boolean =>
  at !== null && at >= since - slackMs && at <= until + slackMs;

/** When anything about a file last changed; unlike the time of its content nobody can set it. */
function changedAt(file: string): number | null {
  try {
    return lstatSync(file).ctimeMs;
  } catch {
    return null;
  }
}

const isIn = (path: string, folder: string): boolean =>
  path === folder || (folder === "." ? !path.startsWith("/") && path !== "." : path.startsWith(`${folder}/`));
