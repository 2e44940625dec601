import type { Alarm, AlarmBook, DecisionRecord, FileState, TreeState } from "@writ/contracts";
import { type Finding, type Guarded, isProtected, tamperedWith } from "@writ/engine";
import { damagedState, newShortId, openFileAlarms, openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../../workspace/types.ts";
import { decidingFiles, keepAccepted } from "./accepted-copies.ts";
import { isAgentAtWork, type Occasion } from "./at-work.ts";
import { fromGit } from "./from-git.ts";
import { inGuardTurn } from "./guard-turn.ts";
import { isAnswer, lookAtGuarded } from "./guarded-files.ts";
import { guardedNow } from "./guarded-now.ts";
import { differing, forgetSighting, sight, unreported } from "./sighting.ts";
import { touchedSinceRecord, wasKept } from "./state-gone.ts";

/** A look when a call began. */
type Began = Pick<TreeState, "at" | "guarded" | "watched">;

/** So many records are read for what was reported meanwhile. */
const recentRecords = 200;

/** The occasion on which the guard's files are compared. */
export interface Watching {
  /** The event; `null` for a command of a user. */
  session: Occasion | null;
  /** A look at the guarded files that was just made. */
  states?: ReadonlyMap<string, FileState>;
  /** Protected files at other places that the call changed. */
  others?: readonly Finding[];
  /** The look when the call began: what protected files should be, whatever the book says since. */
  began?: Began;
  /** The same look once more: Writ's own commands note in it what they changed meanwhile. */
  beganAgain?: () => Promise<Began | null>;
  /** Files that came with another commit, which no call wrote: branches have settings of their own. */
  brought?: ReadonlySet<string>;
}

/** The book of alarms itself: only Writ writes it. */
const bookPath = ".orchestration/.state/alarms.json";

/** What protected files were at a look, as a book has it. Whether they started Writ is not known any more. */
const asBaseline = (states: ReadonlyMap<string, FileState>): Guarded =>
  new Map([...states].filter(([path]) => isProtected(path)).map(([path, { hash }]) => [path, { hash, calls: false }]));

/** What is not as it should have been when a call began. */
const since = ({ guarded, watched }: Began, now: Guarded, looked: ReadonlyMap<string, FileState>): Finding[] => {
  if (watched === undefined) return tamperedWith(asBaseline(guarded), asBaseline(looked), true);
  return tamperedWith(watched, now, true).filter(({ path }) => !isAnswer(path));
};

/** What changed since a call began, but for what is on record as reported. The book is not asked: it can be forged. */
async function foundSince({ root, decisions }: Workspace, { began, beganAgain, states }: Watching): Promise<Finding[]> {
  if (began === undefined) return [];
  const looked = states ?? lookAtGuarded(root);
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

/** Whether there was a book although there is none: a session was heard of that had one, or records speak of a look. */
async function wasThere(workspace: Workspace, { session, began }: Watching): Promise<boolean> {
  if (began !== undefined || (await wasKept(workspace))) return true;
  if ((await workspace.sessions.list()).some(({ watched }) => watched === true)) return true;
  // Sealed with a key that is not there any more.
  if (damagedState(workspace.paths.state).some((name) => name.startsWith("sessions/"))) return true;
  if (session === null || (await workspace.sessions.read(session.id)) !== null) return false;
  return (await workspace.decisions.last(1, { session: session.id })).length > 0;
}

/** What changed although there is nothing accepted to compare with: since the last look, or else since the last record. */
async function foundWithoutBook(workspace: Workspace, now: Guarded): Promise<Finding[]> {
  const last = await openFileSnapshots(workspace.paths.state).readLast();
  if (last?.watched === undefined) return touchedSinceRecord(workspace);
  return tamperedWith(last.watched, now, true).filter(({ path }) => !isAnswer(path));
}

/** What is to be done about the files that differ from the accepted state. */
interface Sorted {
  accepted: Finding[];
  alarmed: Finding[];
  /** Not accepted, and not worth an alarm: what was in force goes on. */
  held: Finding[];
  /** Accepted because it opens nothing, whoever made it. */
  harmless: Finding[];
}

/** Reading YAML is left to the few times a deciding file changed. */
async function isHarmless(path: string, known: Parameters<typeof import("./no-looser.ts").isNoLooser>[1]) {
  return (await import("./no-looser.ts")).isNoLooser(path, known);
}

/** The one rule for whose a change is. docs/security.md states it for users. */
async function sortFindings(
  workspace: Workspace,
  { session, brought, began }: Watching,
  found: readonly Finding[],
  baseline: Guarded,
  now: Guarded,
): Promise<Sorted> {
  if (found.length === 0) return { accepted: [], alarmed: [], held: [], harmless: [] };
  const isCalled = began !== undefined || (await isAgentAtWork(workspace, session));
  const suspicious = isCalled ? found : tamperedWith(baseline, now, false);
  const isSuspicious = ({ path }: Finding) => suspicious.some((one) => one.path === path);
  const open = found.filter(isSuspicious);
  const accepted = found.filter((finding) => !isSuspicious(finding));
  const git = open.some(({ what }) => what !== "unwired")
    ? await fromGit(
        workspace,
        open.map(({ path }) => path),
      )
    : null;
  const sorted: Sorted = { accepted, alarmed: [], held: [], harmless: [] };
  const known = { root: workspace.root, state: workspace.paths.state, baseline, now };
  for (const finding of open) {
    const { path, what } = finding;
    const isPlain = what !== "unwired";
    if (isPlain && (brought?.has(path) === true || git?.brought.has(path) === true)) sorted.accepted.push(finding);
    else if (isPlain && git?.discarded.has(path) === true) sorted.held.push(finding);
    else if (what === "changed" && decidingFiles.includes(path) && (await isHarmless(path, known))) {
      sorted.accepted.push(finding);
      sorted.harmless.push(finding);
    } else sorted.alarmed.push(finding);
  }
  return sorted;
}

function withAccepted(
  baseline: Guarded,
  now: Guarded,
  paths: Iterable<string>,
): Map<string, { hash: string; calls: boolean }> {
  const next = new Map(baseline);
  for (const path of paths) {
    const is = now.get(path);
    if (is === undefined) next.delete(path);
    else next.set(path, is);
  }
  // Tickets and grants that are gone open nothing any more.
  for (const path of next.keys()) if (isAnswer(path) && !now.has(path)) next.delete(path);
  return next;
}

/** What was reported and is still so. */
function withSeen(
  { seen }: AlarmBook,
  baseline: Guarded,
  now: Guarded,
  found: readonly Finding[],
): Map<string, string> {
  const next = new Map([...seen].filter(([path]) => baseline.get(path)?.hash !== now.get(path)?.hash));
  for (const { path } of found) next.set(path, now.get(path)?.hash ?? "");
  return next;
}

/**
 * Compares the guard's files with the accepted state. A change of a user's is accepted; any other becomes an alarm, on
 * record, and is not accepted before a user acknowledges it.
 */
export async function watch(workspace: Workspace, watching: Watching): Promise<Alarm[]> {
  return inGuardTurn(workspace.paths.state, () => compareAndNote(workspace, watching));
}

async function compareAndNote(workspace: Workspace, watching: Watching): Promise<Alarm[]> {
  const { session, others = [], brought, began } = watching;
  const { root, paths, ports } = workspace;
  const byLook = await foundSince(workspace, watching);
  const { book, now, held } = await sight(root);
  const isBlank = book.baseline === null;
  const isGone = isBlank && (book.isLost === true || (await wasThere(workspace, watching)));
  const touched = isGone && began === undefined ? await foundWithoutBook(workspace, now) : [];
  const missing: Finding[] = isGone ? [{ path: bookPath, what: "deleted" }] : [];
  // Without a book nothing is accepted, unless there never was one.
  const baseline = book.baseline ?? (isGone ? new Map() : now);
  const news = isBlank ? [] : unreported([...held.values()], book, now);
  const sorted = await sortFindings(workspace, watching, news, baseline, now);
  const isBrought = ({ path, what }: Finding) => what !== "unwired" && brought?.has(path) === true;
  const isSorted = ({ path }: Finding) =>
    book.seen.get(path) === (now.get(path)?.hash ?? "") || sorted.held.some((one) => one.path === path);
  // The book can be forged: what it says was accepted counts only where it says so since the call began.
  const isHarmlessSince = ({ path }: Finding) =>
    sorted.harmless.some((one) => one.path === path) &&
    (began?.watched ?? baseline).get(path)?.hash === baseline.get(path)?.hash;
  const look = byLook.filter((finding) => !isBrought(finding) && !isSorted(finding) && !isHarmlessSince(finding));
  const found = outermost(once([...look, ...sorted.alarmed]).sort(byPath));
  const all = once([...missing, ...found, ...touched, ...others]);
  const at = ports.now();
  const raised: Alarm[] = all.map((finding) => ({ id: newShortId("A"), ...finding, at, session: session?.id ?? null }));
  const next = withAccepted(
    baseline,
    now,
    sorted.accepted.map(({ path }) => path),
  );
  await openFileAlarms(paths.state).update(({ open }) => ({
    baseline: next,
    seen: withSeen(book, next, now, isBlank ? differing(next, now) : [...sorted.alarmed, ...sorted.held]),
    open: [...open, ...raised],
    // Whoever announced something has noted it, or was killed: no one writes meanwhile.
    announced: new Map(),
  }));
  await keepAccepted(root, paths.state, next);
  forgetSighting(root);
  if (sorted.harmless.length > 0) await noteForCalls(paths.state, sorted.harmless, baseline, next);
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

/** Calls that began before are compared with what was accepted then. */
async function noteForCalls(
  state: string,
  accepted: readonly Finding[],
  baseline: Guarded,
  next: Guarded,
): Promise<void> {
  await openFileSnapshots(state).watchAnew((watched) => {
    const anew = new Map(watched);
    for (const { path } of accepted) {
      const is = next.get(path);
      if (is !== undefined && watched.get(path)?.hash === baseline.get(path)?.hash) anew.set(path, is);
    }
    return anew;
  });
}

const byPath = (one: Finding, other: Finding): number => (one.path < other.path ? -1 : 1);

/** Each path once, as it was named first. */
const once = (found: readonly Finding[]): Finding[] => {
  const known = new Map<string, Finding>();
  for (const finding of found) if (!known.has(finding.path)) known.set(finding.path, finding);
  return [...known.values()];
};
