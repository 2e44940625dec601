import type { Alarm, AlarmBook, FileState } from "@writ/contracts";
import { type Guarded, isProtected, tamperedWith } from "@writ/engine";
import { newShortId, openFileAlarms } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { hasJobs } from "./background.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { startsWrit } from "./starts-writ.ts";

/** The protected files as they are now. What a known file of the same hash said about Writ it still says. */
function guardedNow(root: string, states: ReadonlyMap<string, FileState>, baseline: AlarmBook["baseline"]): Guarded {
  const found = [...states].filter(([path]) => isProtected(path));
  return new Map(
    found.map(([path, state]) => {
      const known = baseline?.get(path);
      const calls = known?.hash === state.hash ? known.calls : startsWrit(root, path, state);
      return [path, { hash: state.hash, calls }];
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
  /** Files that came with another commit, which nobody wrote meanwhile: branches have settings of their own. */
  brought?: ReadonlySet<string>;
}

/** The session of a call that is running now, if one may change more than it names. */
async function runningSession({ sessions }: Workspace): Promise<Watching["session"]> {
  const call = (await sessions.listPending()).find(({ snapshot }) => snapshot !== undefined);
  return call === undefined ? null : { id: call.session, agent: "unknown" };
}

/** Compares the protected files with what they should be; what must not be like this becomes an alarm, on record. */
export async function watch(workspace: Workspace, watching: Watching): Promise<Alarm[]> {
  const { session: own, states, others = [], brought = new Set() } = watching;
  const { root, paths, ports } = workspace;
  const session = own ?? (await runningSession(workspace));
  const looked = states ?? lookAtGuarded(root);
  const isCalled = session !== null || (await hasJobs(workspace));
  const at = ports.now();
  let raised: Alarm[] = [];
  await openFileAlarms(paths.state).update(({ baseline, open }) => {
    const now = guardedNow(root, looked, baseline);
    const found =
      baseline === null ? [] : tamperedWith(baseline, now, isCalled).filter(({ path }) => !brought.has(path));
    const known = new Set(found.map(({ path }) => path));
    const all = [...found, ...others.filter(({ path }) => !known.has(path))];
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
