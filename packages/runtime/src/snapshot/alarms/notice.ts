import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Alarm, Event, Session } from "@writ/contracts";
import { openFileAlarms } from "@writ/stores";
import { requireOwnState } from "../../workspace/own-state.ts";
import type { Workspace } from "../../workspace/types.ts";
import type { Occasion } from "./at-work.ts";
import { noteSession } from "./known-sessions.ts";
import { dropFromRecord } from "./session-record.ts";
import { sight } from "./sighting.ts";

/**
 * Every event begins here: whether the guard's files are as Writ last accepted them. Gives the alarms that were raised
 * now. Where no one touched anything, this is a handful of stamps.
 */
export async function notice(workspace: Workspace, { name, session }: Event): Promise<Alarm[]> {
  const { root, paths } = workspace;
  // Without a sidecar, or with something else in its place, the decision says so.
  if (lstatSync(paths.dir, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  await requireOwnState(root, paths);
  const { hasNews, book } = await sight(root);
  const raised = hasNews ? await compare(workspace, { id: session.id, agent: session.agent, event: name }) : [];
  if (book.looked !== true && existsSync(join(paths.state, "snapshot.json")))
    await openFileAlarms(paths.state).update((known) => ({ ...known, looked: true }));
  const noted = book.sessions?.find(({ id }) => id === session.id);
  if (name === "session.end") dropFromRecord(root, session.id);
  else if (noted?.process === undefined) await remember(workspace, session.id, noted);
  return raised;
}

async function compare(workspace: Workspace, session: Occasion): Promise<Alarm[]> {
  const { watch } = await import("./watch.ts");
  return watch(workspace, { session });
}

/** A session says that there was a book, and the book that there is a session, should either be taken away. */
async function remember(workspace: Workspace, id: string, noted: Session | undefined): Promise<void> {
  const { sessions } = workspace;
  const known = await sessions.read(id);
  if (known === null || known.endedAt !== undefined) return;
  if (known.watched !== true)
    await sessions.update(
      id,
      () => known,
      (stored) => ({ ...stored, watched: true }),
    );
  // Its process may be known later than the session.
  if (noted === undefined || known.process !== undefined) await noteSession(workspace, known);
}
