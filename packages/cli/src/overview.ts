import { stat } from "node:fs/promises";
import {
  type Alarm,
  type ConfigKey,
  defaultConfig,
  type Grant,
  type IntentFinding,
  type Pause,
  ProblemError,
  type Proposal,
  type Session,
  type Ticket,
  type UndoRecord,
} from "@writ/contracts";
import {
  type ConfigRead,
  countLate,
  damagedState,
  type LostGuard,
  listFollowUps,
  listLessons,
  openAlarms,
  openUndoBook,
  type ProposedLesson,
  type QueuedFollowUp,
  sidecarPaths,
  type Writ,
} from "@writ/runtime";
import { isBuiltin, readHooks } from "./commands/hooks/known.ts";
import { type HookState, stateOf } from "./commands/hooks/state-words.ts";
import { lookAtReach, type Reach } from "./firing/reach.ts";
import { findUnheard, type Unheard } from "./firing/unheard.ts";
import { findUnrecorded, type Unrecorded } from "./firing/unrecorded.ts";
import { grantsInForce } from "./grants.ts";
import { countObserved, type Observed } from "./history/observed.ts";
import { hasPublished } from "./history/published.ts";
import type { Context } from "./io.ts";
import { later } from "./text/duration.ts";
import { openTickets } from "./tickets.ts";

const day = 24 * 3_600_000;
/** How far back observe mode is summed up. */
const window = 7 * day;

/** Where a workspace stands, gathered for `status`. */
export interface Overview {
  readonly root: string;
  readonly mode: "enforce" | "observe";
  readonly pause: Pause | null;
  readonly intents: { readonly total: number; readonly open: readonly string[] };
  /** Why the intents or the config cannot be used, if they cannot. */
  readonly invalid: { readonly file: string; readonly reason: string } | null;
  readonly sessions: readonly Session[];
  readonly tickets: readonly Ticket[];
  /** Standing answers that hold now. */
  readonly grants: readonly Grant[];
  readonly proposals: readonly Proposal[];
  /** Of this working copy; `published` where commits brought records too. */
  readonly ledger: { readonly bytes: number; readonly last: string | null; readonly published: boolean };
  /** Recorded changes in commits that do not carry the records. */
  readonly unpublished: number;
  /** Whether anything of an agent arrives here. */
  readonly reach: Reach;
  /** Changes nobody recorded; `null` where there is no git to tell. */
  readonly unrecorded: Unrecorded | null;
  /** Agents at work here whose hooks are not heard. */
  readonly unheard: readonly Unheard[];
  /** Protected files that changed, and nobody has looked at. */
  readonly alarms: readonly Alarm[];
  /** What commands changed outside their scope, and nobody has put back or agreed to. */
  readonly strays: readonly UndoRecord[];
  readonly untrusted: readonly ConfigKey[];
  /** What agents want to have in the file of lessons. */
  readonly lessons: readonly ProposedLesson[];
  /** What hooks want done, and nobody has decided on. */
  readonly followUps: readonly QueuedFollowUp[];
  /** Hooks that went on after their event: done and not told yet, still running. */
  readonly late: ReturnType<typeof countLate>;
  /** Hooks that do not run until a person trusts them as they are. */
  readonly waitingHooks: readonly {
    readonly id: string;
    readonly state: HookState | LostGuard["loss"];
    readonly file: string;
    /** A guard somebody relies on: until then, what it guards is refused. */
    readonly refuses: boolean;
  }[];
  readonly observed: readonly Observed[];
  /** Files of the state that are not as Writ wrote them. */
  readonly damaged: readonly string[];
  readonly findings: readonly (IntentFinding & { readonly file: string })[];
}

/** Reads it all, without changing anything. */
export async function readOverview(writ: Writ, io: Context): Promise<Overview> {
  const now = io.now();
  const { config, untrusted, findings, invalid } = await tryConfig(writ);
  const read = await writ.intents.read();
  const intents = read.state === "ok" ? read.intents : [];
  const pause = await writ.state.readPause();
  const sessions = await writ.sessions.list();
  const strays = await openStrays(writ);
  const unrecorded = await findUnrecorded(writ, io, { sessions, brain: config.brain, strays });
  const open = intents.filter(
    ({ status, proposed }) => proposed !== true && (status === "PENDING" || status === "IN_PROGRESS"),
  );
  return {
    root: writ.root,
    mode: config.mode,
    pause: pause !== null && pause.until > now ? pause : null,
    intents: { total: intents.length, open: open.map(({ id }) => id) },
    invalid: read.state === "invalid" ? { file: read.file, reason: read.reason } : invalid,
    sessions: activeSessions(sessions, now),
    tickets: await openTickets(writ, now),
    grants: await grantsInForce(writ, now),
    proposals: await writ.state.listProposals(),
    ledger: await lookAtLedger(writ),
    unpublished: await writ.unpublished().catch(() => 0),
    reach: await lookAtReach(writ.root, io),
    // Where nothing can be compared or kept, what was found before is still there to be told.
    alarms: await writ.alarms().catch(() => openAlarms(writ.root).catch(() => [])),
    strays,
    unrecorded,
    unheard: await findUnheard(writ.root, sessions, { ...io, now: Date.parse(now) }, unrecorded?.changes ?? []).catch(
      () => [],
    ),
    untrusted,
    late: countLate(writ.root),
    lessons: await listLessons(writ.root),
    followUps: (await listFollowUps(writ.root)).filter(({ status }) => status === "open"),
    waitingHooks: await findWaitingHooks(io),
    damaged: damagedState(sidecarPaths(writ.root).state),
    observed: config.mode === "observe" ? await countObserved(writ.decisions.read({ since: later(now, -window) })) : [],
    findings: [
      ...(read.state === "missing"
        ? []
        : read.findings.map((finding) => ({ ...finding, file: "active_intents.yaml" }))),
      ...findings.map((finding) => ({ ...finding, file: "config.yaml" })),
    ],
  };
}

/** What waits for a person's decision, newest first. */
async function openStrays({ root }: Writ): Promise<UndoRecord[]> {
  try {
    return (await openUndoBook(root).list()).filter(({ settled }) => settled === undefined);
  } catch {
    return [];
  }
}

/** A config that cannot be used is something to show, not a reason to show nothing. */
async function tryConfig(writ: Writ): Promise<ConfigRead & { invalid: Overview["invalid"] }> {
  try {
    return { ...(await writ.readConfig()), invalid: null };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "SIDECAR_INVALID") throw error;
    const { file, reason } = error.problem.meta;
    return {
      config: defaultConfig,
      untrusted: [],
      findings: [],
      invalid: { file: String(file), reason: String(reason) },
    };
  }
}

async function findWaitingHooks(context: Context): Promise<Overview["waitingHooks"]> {
  const { hooks, isOn, lost } = await readHooks(context);
  const guards = lost.map(({ hook, loss }) => ({ id: hook.id, state: loss, file: hook.source, refuses: true }));
  if (!isOn) return guards;
  const idle = hooks
    .filter(({ hook }) => lost.every((guard) => guard.hook.id !== hook.id))
    .map((known) => ({ known, state: stateOf(known) }))
    .filter(({ known, state }) => !isBuiltin(known.hook) && (state === "untrusted" || state === "changed"))
    .map(({ known: { hook }, state }) => ({ id: hook.id, state, file: hook.source, refuses: false }));
  return [...guards, ...idle];
}

/** Sessions that have not ended and were heard of within a day, the latest first. */
function activeSessions(sessions: readonly Session[], now: string): Session[] {
  const since = later(now, -day);
  return sessions
    .filter(({ endedAt, seenAt }) => endedAt === undefined && seenAt >= since)
    .sort((one, other) => (one.seenAt < other.seenAt ? 1 : -1));
}

async function lookAtLedger(writ: Writ): Promise<Overview["ledger"]> {
  const { traces, decisions } = sidecarPaths(writ.root);
  const sizes = await Promise.all(
    [traces, decisions].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const newest = [...(await writ.traces.last(1)), ...(await writ.decisions.last(1))]
    .map(({ record }) => record.timestamp)
    .sort();
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    last: newest.at(-1) ?? null,
    published: await hasPublished(writ.root),
  };
}
