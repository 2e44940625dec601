import type { Alarm, BackgroundJob, ChangedFile, PendingCall, SnapshotStore, TreeState, Write } from "@writ/contracts";
import { openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { authorOf } from "./author.ts";
import { hasJobs, jobsOf, noteJobs } from "./background.ts";
import { brainIfWritten } from "./brain.ts";
import { toChangedFiles } from "./claims.ts";
import { startClock } from "./clock.ts";
import { compare } from "./compare.ts";
import { keepCopies } from "./copies.ts";
import { decisionOf, type Ended, pathsIn } from "./ended.ts";
import { isLocalSettings } from "./local-settings.ts";
import { scan } from "./scan.ts";
import { sortChanges } from "./sorted.ts";
import type { Stray } from "./strays.ts";
import { tellDrift } from "./tell-drift.ts";
import { tellStrays } from "./tell-strays.ts";
import { messageOfAlarms, messageOfGap } from "./told.ts";
import { watch } from "./watch.ts";

/** What a look after a call found. */
export interface Looked {
  /** Changes the call may claim beyond those it named. */
  claimed: ChangedFile[];
  /** What goes on record beside them. */
  writes: Write[];
  context: string;
  messages: string[];
  /** Once it is all on record: forgets what was only needed for this. */
  finish(): Promise<void>;
}

const none: Looked = { claimed: [], writes: [], context: "", messages: [], finish: async () => {} };

/** Where nothing could be looked at, that is said, and the call claims what it named. */
async function unlooked(workspace: Workspace, ended: Ended, gap: string): Promise<Looked> {
  const messages = [`What ${ended.pending.tool} changed could not be looked at: ${gap}. See: git status`];
  const isNew = ended.pending.snapshot !== undefined && "id" in ended.pending.snapshot;
  const writes = isNew ? [decisionOf(workspace, ended, "gap", { reason: `no-look: ${gap}` })] : [];
  return { ...none, writes, messages };
}

/** After a call that may have changed more than it named: what really changed. Never throws. */
export async function lookAfter(workspace: Workspace, ended: Ended): Promise<Looked> {
  const { snapshot } = ended.pending;
  if (snapshot === undefined) return none;
  if ("gap" in snapshot) return unlooked(workspace, ended, snapshot.gap);
  try {
    const store = openFileSnapshots(workspace.paths.state);
    const before = await store.readBefore(snapshot.id);
    // Of a call that is over, everything was on record before its look was thrown away.
    if (before === null && ended.isLost === true) return none;
    if (before === null) return await unlooked(workspace, ended, "the look before it is gone");
    return await looked(workspace, ended, before, store);
  } catch (error) {
    return unlooked(workspace, ended, error instanceof Error ? error.message : String(error));
  }
}

/** Protected files at places that are not watched, which the call changed all the same. */
const unwatched = (strays: readonly Stray[], trees: readonly TreeState[]): Pick<Alarm, "path" | "what">[] =>
  strays
    .filter(({ why, change }) => why === "protected" && trees.every(({ guarded }) => !guarded.has(change.path)))
    .map(({ change: { path, op } }) => ({
      path,
      what: op === "create" ? "created" : op === "delete" ? "deleted" : "changed",
    }));

/** What outlives the call. One that is known to go on may start something in its last moment, or where nobody can see it. */
function leftRunning(root: string, { call, event, session }: Ended, before: TreeState): BackgroundJob[] {
  const goesOn = call.command?.goesOn === true;
  const now = new Date().toISOString();
  if (goesOn && process.platform !== "linux") return [{ pid: 0, started: "", since: now }];
  const ended = goesOn || event.at === undefined ? Number.POSITIVE_INFINITY : Date.parse(event.at);
  return jobsOf(root, session, { began: Date.parse(before.at), ended }, now);
}

/** What is different since a look, and whose it is. */
export async function looked(
  workspace: Workspace,
  ended: Ended,
  before: TreeState,
  store: SnapshotStore,
): Promise<Looked> {
  const { root } = workspace;
  const { event, call, pending, session, config, intents, named, isLost = false, isUnmatched = false } = ended;
  const clock = startClock();
  // Before git is asked, which is a process too.
  const jobs = leftRunning(root, ended, before);
  // Git takes longest, and needs nobody meanwhile.
  const [scanned, brain] = await Promise.all([
    scan(root, { earlier: before, clock }),
    brainIfWritten(workspace, config, pending.at),
    noteJobs(workspace, session, jobs),
  ]);
  const { tree } = scanned;
  const compared = await compare(root, before, scanned, clock);
  const intent = intents.state === "ok" ? intents.intents.find(({ id }) => id === pending.intent) : undefined;
  const sorted = await sortChanges(workspace, compared, {
    author: authorOf(workspace, { call, pending, session, config, intent }),
    // What the call itself recorded before it was lost is not to be recorded again.
    invocation: isLost ? null : pending.invocationId,
    began: before.at,
    ended: tree.at,
    known: new Set(named.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))),
    brain,
  });
  const { id, agent } = event.session;
  const alarms = await watch(workspace, {
    session: { id, agent },
    states: tree.guarded,
    others: unwatched(sorted.strays, [before, tree]),
    brought: compared.brought,
    began: before.guarded,
  });
  // What Writ wrote itself, or a person by one of its commands, is no alarm and no stray either.
  const alarmed = new Set(alarms.map(({ path }) => path));
  const strays = sorted.strays.filter(({ why, change }) => why !== "protected" || alarmed.has(change.path));
  // "Do not ask again" is written by the agent itself.
  const allowed = sorted.strays
    .map(({ change }) => change)
    .filter(({ path }) => isLocalSettings(path) && !alarmed.has(path));
  const told = await tellStrays(workspace, ended, strays, compared, store);
  const late = isLost ? null : await tellDrift(pending.session, store);
  const isWhole = !isLost && !isUnmatched;
  const claimed = isWhole ? sorted.claimed : [];
  const drifted = !isWhole ? [...sorted.claimed, ...sorted.drifted] : sorted.drifted;
  const { gap } = compared;
  return {
    claimed: await toChangedFiles(root, claimed, compared.stored, store),
    writes: [
      ...told.writes,
      ...(gap === null ? [] : [decisionOf(workspace, ended, "gap", { reason: `half-look: ${gap}` })]),
      ...(drifted.length === 0
        ? []
        : [
            decisionOf(workspace, ended, "drifted", {
              paths: pathsIn(drifted),
              reason: isLost ? "no-post-event" : isUnmatched ? "no-pre-event" : "concurrent",
            }),
          ]),
      ...(allowed.length === 0
        ? []
        : [decisionOf(workspace, ended, "drifted", { paths: pathsIn(allowed), reason: "permissions" })]),
      ...(sorted.brought.length === 0
        ? []
        : [decisionOf(workspace, ended, "drifted", { paths: pathsIn(sorted.brought), reason: "head-moved" })]),
    ],
    context: [told.context, ...(late?.context ?? [])].filter(Boolean).join("\n"),
    messages: [
      ...told.messages,
      ...(late?.messages ?? []),
      ...(gap === null ? [] : [messageOfGap(pending.tool, gap)]),
      ...(alarms.length === 0 ? [] : [messageOfAlarms(alarms)]),
    ],
    async finish() {
      await store.writeLast(tree);
      await late?.finish();
      // What a job goes on to change before the next call can be put back only if it is copied now.
      if (await hasJobs(workspace)) await keepCopies(root, tree, store, startClock());
      if (pending.snapshot !== undefined && "id" in pending.snapshot) await store.dropBefore(pending.snapshot.id);
      if (strays.length > 0) await store.clean(workspace.ports.now());
    },
  };
}

/** The call did not run: nobody needs the look before it. */
export async function dropLook({ paths }: Workspace, { snapshot }: PendingCall): Promise<void> {
  if (snapshot !== undefined && "id" in snapshot) await openFileSnapshots(paths.state).dropBefore(snapshot.id);
}
