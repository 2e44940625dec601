import type { Session, SessionStore } from "@writ/contracts";
import { openFileAlarms } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import { recordedSessions, recordSessions } from "./session-record.ts";

interface Known {
  root: string;
  sessions: Pick<SessionStore, "list">;
}

const bookOf = (root: string) => openFileAlarms(sidecarPaths(root).state);

/** Sessions that did not end and have no file any more that Writ wrote. What they did since cannot be ruled out. */
async function lostSessions(root: string, there: readonly Session[]): Promise<Session[]> {
  const { sessions = [] } = await bookOf(root).read();
  const noted = [...sessions, ...recordedSessions(root).filter(({ id }) => sessions.every((one) => one.id !== id))];
  return noted.filter(({ id }) => there.every((one) => one.id !== id));
}

/** The sessions, with those whose files were taken away. */
export async function knownSessions({ root, sessions }: Known): Promise<Session[]> {
  const there = await sessions.list();
  return [...there, ...(await lostSessions(root, there))];
}

/** Writes down that there is a session, should its file be taken away. Those that ended are left out. */
export async function noteSession({ root, sessions }: Known, session: Session): Promise<void> {
  const { id, agent, startedAt, seenAt, process } = session;
  const bare: Session = { id, agent, startedAt, seenAt, intent: null, expansions: [], reads: {}, refusals: [] };
  const noted = process === undefined ? bare : { ...bare, process };
  const over = new Set((await sessions.list()).flatMap((one) => (one.endedAt === undefined ? [] : [one.id])));
  const { sessions: known = [] } = await bookOf(root).update((book) => ({
    ...book,
    sessions: [...(book.sessions ?? []).filter((one) => !over.has(one.id) && one.id !== id), noted],
  }));
  recordSessions(root, known);
}

/** A user has seen, or wanted, that sessions are gone. */
export async function forgetLost({ root, sessions }: Known): Promise<void> {
  const there = await sessions.list();
  const lost = new Set((await lostSessions(root, there)).map(({ id }) => id));
  if (lost.size === 0) return;
  const left = (known: readonly Session[] = []) => known.filter(({ id }) => !lost.has(id));
  const { sessions: known } = await bookOf(root).update((book) => ({ ...book, sessions: left(book.sessions) }));
  recordSessions(root, known ?? []);
}
