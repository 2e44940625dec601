import type { About, Event } from "@writ/contracts";
import { fileChanges } from "@writ/engine";
import { callOf } from "./call.ts";
import type { Prepared, Workspace } from "./types.ts";

/** How far back a session's changes are looked for. */
const mostTraces = 5000;

/** The files a session changed, as the ledger has them; `null` for all of them, else since that moment. */
async function changedFiles({ traces }: Workspace, session: string, since: string | null): Promise<string[]> {
  const recent = await traces.last(mostTraces, { session });
  const files = recent
    .filter(({ record }) => since === null || record.timestamp > since)
    .flatMap(({ record }) => record.files.map((file) => file.relative_path));
  return [...new Set(files)].sort();
}

const changedBy = (workspace: Workspace, session: string): Pick<About, "changed"> => ({
  async changed(since) {
    const from = since === "start" ? null : ((await workspace.sessions.read(session))?.stoppedAt ?? null);
    // A ledger that cannot be read keeps nobody from going on; `writ doctor` tells of it.
    return changedFiles(workspace, session, from).catch(() => []);
  },
});

/** What is known of a call that is about to run. */
export function aboutCall(workspace: Workspace, { call, facts, event }: Prepared): About {
  return {
    call,
    paths: Object.values(facts.files).map((file) => file.path),
    changes: fileChanges(call, facts),
    intent: facts.session.intent,
    ...changedBy(workspace, event.session.id),
  };
}

/** What is known of any other event, looked up before it is recorded: what a call began with is gone afterwards. */
export async function aboutEvent(workspace: Workspace, event: Event): Promise<About> {
  const { id } = event.session;
  const intent = (await workspace.sessions.read(id))?.intent ?? null;
  const about: About = { intent, ...changedBy(workspace, id) };
  if (event.request === undefined) return about;
  const { config } = await workspace.readConfig();
  const call = await callOf(event, config, workspace.root, workspace.ports.id());
  const pending = (await workspace.sessions.listPending()).find(
    (one) => one.session === id && one.callId === call.callId,
  );
  if (pending === undefined) return { ...about, call };
  return {
    ...about,
    call,
    intent: pending.intent,
    paths: pending.files.map((file) => file.path),
    changes: pending.files.map(({ op, path, from }) => (from === undefined ? { op, path } : { op, path, from })),
    durationMs: Math.max(0, Date.parse(workspace.ports.now()) - Date.parse(pending.at)),
  };
}

/** What the session changed up to now has been told to whoever listens to its stops. */
export async function noteStop({ sessions }: Workspace, { session }: Event, at: string): Promise<void> {
  const known = await sessions.read(session.id);
  if (known === null) return;
  await sessions.update(
    session.id,
    () => known,
    (stored) => ({ ...stored, stoppedAt: at }),
  );
}
