import type { Alarm, AlarmBook, FileState } from "@writ/contracts";
import { type Guarded, isProtected, tamperedWith } from "@writ/engine";
import { newShortId, openFileAlarms, openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { hasJobs } from "./background.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { hashThatMatters } from "./local-settings.ts";
import { startsWrit } from "./starts-writ.ts";

/** The protected files as they are now. What a known file of the same hash said about Writ it still says. */
function guardedNow(root: string, states: ReadonlyMap<string, FileState>, baseline: AlarmBook["baseline"]): Guarded {
  const found = [...states].filter(([path]) => isProtected(path));
  return new Map(
    found.flatMap(([path, state]) => {
      const hash = hashThatMatters(root, path, state);
      if (hash === null) return [];
      const known = baseline?.get(path);
      const calls = known?.hash === hash ? known.calls : startsWrit(root, path, state);
      return [[path, { hash, calls }] as const];
    }),
  );
}

/** Who was at work when protected files were looked at. */
export interface Watching {
  /** The session whose call ran, and its agent; `null` when no call did. */
  session: { id: string; agent: string } | null;
  /** A look at the guarded files that was just made. */
  states?: ReadonlyMap<string, FileState>;
  /** Protected files at other places that the call changed. */
  others?: readonly Pick<Alarm, "path" | "what">[];
  /** The guarded files as they were when the call began: what they should be, should Writ's own notes be gone. */
  began?: ReadonlyMap<string, FileState>;
  /** Files that came with another commit, which nobody wrote meanwhile: branches have settings of their own. */
  brought?: ReadonlySet<string>;
}

/** The session of a call that is running now, if one may change more than it names. */
async function runningSession({ sessions }: Workspace): Promise<Watching["session"]> {
  const call = (await sessions.listPending()).find(({ snapshot }) => snapshot !== undefined);
  return call === undefined ? null : { id: call.session, agent: "unknown" };
}

/** The book of alarms itself: only Writ writes it. */
const bookPath = ".orchestration/.state/alarms.json";

/** What protected files were at a look, as a book has it. Whether they started Writ nobody knows any more. */
const asBaseline = (states: ReadonlyMap<string, FileState>): NonNullable<AlarmBook["baseline"]> =>
  new Map([...states].filter(([path]) => isProtected(path)).map(([path, { hash }]) => [path, { hash, calls: false }]));

/** What changed since the call began, where nothing else is known. */
const since = (
  began: ReadonlyMap<string, FileState> | undefined,
  now: ReadonlyMap<string, FileState>,
): Pick<Alarm, "path" | "what">[] =>
  began === undefined ? [] : tamperedWith(asBaseline(began), asBaseline(now), true);

/** Whether there must be a book already: no look at the work tree is made without one. */
const wasKept = async ({ paths }: Workspace): Promise<boolean> =>
  (await openFileSnapshots(paths.state).readLast()) !== null;

/** Compares the protected files with what they should be; what must not be like this becomes an alarm, on record. */
export async function watch(workspace: Workspace, watching: Watching): Promise<Alarm[]> {
  const { session: own, states, others = [], brought = new Set(), began } = watching;
  const { root, paths, ports } = workspace;
  const session = own ?? (await runningSession(workspace));
  const looked = states ?? lookAtGuarded(root);
  const isCalled = session !== null || (await hasJobs(workspace));
  const at = ports.now();
  let raised: Alarm[] = [];
  const book = openFileAlarms(paths.state);
  const isBlank = (await book.read()).baseline === null;
  const isTaken = isBlank && (began !== undefined || (await wasKept(workspace)));
  await book.update(({ baseline, open }) => {
    const now = guardedNow(root, looked, baseline);
    const found = baseline === null ? since(began, looked) : tamperedWith(baseline, now, isCalled);
    const told = found.filter(({ path, what }) => what === "unwired" || !brought.has(path));
    const missing = baseline === null && isTaken ? [{ path: bookPath, what: "deleted" as const }] : [];
    const known = new Set(told.map(({ path }) => path));
    const all = [...missing, ...told, ...others.filter(({ path }) => !known.has(path))];
    raised = all.map((finding) => ({ id: newShortId("A"), ...finding, at, session: session?.id ?? null }));
    return { baseline: now, open: [...open, ...raised] };
  });
  for (const alarm of raised) {
    await workspace.decisions.append({
      id: ports.id(),
      timestamp: at,
      decision: "alarm",
      agent: session?.agent ?? "unknown",
      session: alarm.session ?? "unknown",
      intent: null,
      paths: [alarm.path],
      reason: `${alarm.id} ${alarm.what}`,
      metadata: {},
    });
  }
  return raised;
}
