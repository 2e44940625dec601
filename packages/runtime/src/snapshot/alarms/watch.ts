import type { Alarm, DecisionRecord, FileState, TreeState } from "@writ/contracts";
import { type Finding, type Guarded, isProtected, tamperedWith } from "@writ/engine";
import { newShortId, openFileAlarms } from "@writ/stores";
import type { Workspace } from "../../workspace/types.ts";
import { hasJobs } from "../strays/background.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { guardedNow } from "./guarded-now.ts";
import { touchedSinceRecord, wasKept } from "./state-gone.ts";

/** A look when a call began. */
type Began = Pick<TreeState, "at" | "guarded" | "watched">;

/** So many records are read for what was told meanwhile. */
const recentRecords = 200;

/** Who was at work when protected files were looked at. */
export interface Watching {
  /** The session whose call ran, and its agent; `null` when no call did. */
  session: { id: string; agent: string } | null;
  /** A look at the guarded files that was just made. */
  states?: ReadonlyMap<string, FileState>;
  /** Protected files at other places that the call changed. */
  others?: readonly Finding[];
  /** The look when the call began: what protected files should be, whatever the book says since. */
  began?: Began;
  /** The same look once more: Writ's own commands note in it what they changed meanwhile. */
  beganAgain?: () => Promise<Began | null>;
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
const asBaseline = (states: ReadonlyMap<string, FileState>): Guarded =>
  new Map([...states].filter(([path]) => isProtected(path)).map(([path, { hash }]) => [path, { hash, calls: false }]));

/** What is not as it should have been when a call began. */
const since = ({ guarded, watched }: Began, now: Guarded, looked: ReadonlyMap<string, FileState>): Finding[] =>
  watched === undefined
    ? tamperedWith(asBaseline(guarded), asBaseline(looked), true)
    : tamperedWith(watched, now, true);

/** What changed since a call began, but for what is on record as told meanwhile. The book is not asked: it can be forged. */
async function foundSince(
  { root, decisions }: Workspace,
  { began, beganAgain }: Watching,
  looked: ReadonlyMap<string, FileState>,
): Promise<Finding[]> {
  if (began === undefined) return [];
  const findingsOf = (look: Began) => since(look, guardedNow(root, looked, look.watched ?? null), looked);
  if (findingsOf(began).length === 0) return [];
  const found = findingsOf((await beganAgain?.()) ?? began);
  if (found.length === 0) return [];
  const recent = await decisions.last(recentRecords);
  const isTold = ({ decision, timestamp }: DecisionRecord) => decision === "alarm" && timestamp >= began.at;
  const told = new Set(recent.flatMap(({ record }) => (isTold(record) ? (record.paths ?? []) : [])));
  return found.filter(({ path }) => !told.has(path));
}

/** Of a folder and what is in it, the folder: its link is one change, however much lies behind it. */
const outermost = (found: readonly Finding[]): Finding[] =>
  found.filter(({ path }) => !found.some((other) => path.startsWith(`${other.path}/`)));

/** Compares the protected files with what they should be; what must not be like this becomes an alarm, on record. */
export async function watch(workspace: Workspace, watching: Watching): Promise<Alarm[]> {
  const { session: own, states, others = [], brought = new Set(), began } = watching;
  const { root, paths, ports } = workspace;
  const session = own ?? (await runningSession(workspace));
  const looked = states ?? lookAtGuarded(root);
  const isCalled = session !== null || (await hasJobs(workspace));
  const at = ports.now();
  let raised: Alarm[] = [];
  const store = openFileAlarms(paths.state);
  const isBlank = (await store.read()).baseline === null;
  const isTaken = isBlank && (began !== undefined || (await wasKept(workspace)));
  const touched = isTaken && began === undefined ? await touchedSinceRecord(workspace) : [];
  const byLook = await foundSince(workspace, watching, looked);
  await store.update((book) => {
    const { baseline, open } = book;
    const now = guardedNow(root, looked, began?.watched ?? baseline);
    const byBook = baseline === null ? [] : tamperedWith(baseline, now, isCalled);
    const missing: Finding[] = baseline === null && isTaken ? [{ path: bookPath, what: "deleted" }] : [];
    const found = outermost(once([...byLook, ...byBook]).sort(byPath));
    const told = found.filter(({ path, what }) => what === "unwired" || !brought.has(path));
    const all = once([...missing, ...told, ...touched, ...others]);
    raised = all.map((finding) => ({ id: newShortId("A"), ...finding, at, session: session?.id ?? null }));
    return { ...book, baseline: now, open: [...open, ...raised] };
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

const byPath = (one: Finding, other: Finding): number => (one.path < other.path ? -1 : 1);

/** Each path once, as it was named first. */
const once = (found: readonly Finding[]): Finding[] => {
  const known = new Map<string, Finding>();
  for (const finding of found) if (!known.has(finding.path)) known.set(finding.path, finding);
  return [...known.values()];
};
