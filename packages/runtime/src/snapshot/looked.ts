import type { BackgroundJob, ChangedFile, SnapshotStore, TreeState, Write } from "@writ/contracts";
import type { Workspace } from "../workspace/types.ts";
import { alarmedIn, unwatched } from "./alarms/alarmed.ts";
import { brainIfWritten } from "./alarms/brain.ts";
import { watch } from "./alarms/watch.ts";
import { type Compared, compare } from "./compare.ts";
import type { Ended } from "./ended.ts";
import { mayRunGit, withEarlier } from "./git/earlier.ts";
import { together } from "./git/others.ts";
import { startClock } from "./look/clock.ts";
import { keepCopies } from "./look/copies.ts";
import { keepIndex } from "./look/git-index.ts";
import { scan } from "./look/scan.ts";
import { authorOf } from "./strays/author.ts";
import { hasJobs, jobsOf, noteJobs } from "./strays/background.ts";
import { toChangedFiles } from "./strays/claims.ts";
import { untoldWrites } from "./strays/decided.ts";
import { type Sorted, sortChanges } from "./strays/sorted.ts";
import { tellDrift } from "./strays/tell-drift.ts";
import { tellStrays } from "./strays/tell-strays.ts";
import { messageOfAlarms, messageOfGap } from "./strays/told.ts";
import { closeRestored } from "./undo/close-restored.ts";

/** What a look after a call found. */
export interface Looked {
  /** The commit the work tree stood at before the call; `null` where that is not known, or there was none. */
  head: string | null;
  /** Changes the call may claim beyond those it named. */
  claimed: ChangedFile[];
  /** What goes on record beside them. */
  writes: Write[];
  /** The changed files with what git may have brought into them. */
  withEarlier(changed: readonly ChangedFile[]): Promise<readonly ChangedFile[]>;
  context: string;
  messages: string[];
  /** Once it is all on record: forgets what was only needed for this. */
  finish(): Promise<void>;
}

/** What outlives the call. One that is known to go on may start something in its last moment, or where nobody can see it. */
function leftRunning(root: string, { call, event, session }: Ended, before: TreeState): BackgroundJob[] {
  const goesOn = call.command?.goesOn === true;
  const now = new Date().toISOString();
  if (goesOn && process.platform !== "linux") return [{ pid: 0, started: "", since: now }];
  const ended = goesOn || event.at === undefined ? Number.POSITIVE_INFINITY : Date.parse(event.at);
  return jobsOf(root, session, { began: Date.parse(before.at), ended }, now);
}

/** The look before the call, as it is kept now. */
const beforeOf = async ({ pending: { snapshot } }: Ended, store: SnapshotStore): Promise<TreeState | null> =>
  snapshot !== undefined && "id" in snapshot ? store.readBefore(snapshot.id) : store.readLast();

/** What is different since a look, and whose it is. */
async function sortedSince(
  workspace: Workspace,
  ended: Ended,
  before: TreeState,
  store: SnapshotStore,
): Promise<{ compared: Compared; sorted: Sorted }> {
  const { root } = workspace;
  const { call, pending, session, config, intents, named } = ended;
  const clock = startClock();
  // Before git is asked, which is a process too.
  const jobs = leftRunning(root, ended, before);
  const ledgerEnd = await workspace.traces.end();
  // Git takes longest, and needs nobody meanwhile.
  const [scanned, brain] = await Promise.all([
    scan(root, { earlier: before, clock, copies: store, ledgerEnd }),
    brainIfWritten(workspace, config, pending.at),
    noteJobs(workspace, session, jobs),
  ]);
  const compared = await compare(root, before, scanned, clock);
  const intent = intents.state === "ok" ? intents.intents.find(({ id }) => id === pending.intent) : undefined;
  const sorted = await sortChanges(workspace, compared, {
    author: authorOf(workspace, { call, pending, session, config, intent }),
    // What the call itself recorded before it was lost is not to be recorded again.
    invocation: ended.lost !== undefined ? null : pending.invocationId,
    began: before,
    ended: scanned.tree.at,
    known: new Set(named.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))),
    brain,
  });
  return { compared, sorted };
}

/** What is different since a look: what the call may claim, and what is put on record and told. */
export async function looked(
  workspace: Workspace,
  ended: Ended,
  before: TreeState,
  store: SnapshotStore,
): Promise<Looked> {
  const { pending, isUnmatched = false } = ended;
  const isLost = ended.lost !== undefined;
  const { compared, sorted } = await sortedSince(workspace, ended, before, store);
  const { tree, gap, brought } = compared;
  const { id, agent } = ended.event.session;
  const raised = await watch(workspace, {
    session: { id, agent },
    states: tree.guarded,
    others: unwatched(sorted.strays, [before, tree]),
    brought,
    began: before,
    beganAgain: () => beforeOf(ended, store),
  });
  const alarms = [...(workspace.noticed ?? []), ...raised];
  const { strays, allowed } = alarmedIn(sorted.strays, alarms);
  const told = await tellStrays(workspace, ended, strays, { stored: compared.stored, head: before.head }, store);
  const late = isLost ? null : await tellDrift(pending.session, store);
  const claimed = isLost || isUnmatched ? [] : sorted.claimed;
  return {
    head: before.head,
    claimed: await toChangedFiles(workspace.root, claimed, compared.stored, store),
    writes: [...told.writes, ...untoldWrites(workspace, ended, { sorted, allowed, gap, head: before.head })],
    withEarlier: async (changed) =>
      mayRunGit(ended.call) ? withEarlier(workspace.root, ended.call, changed, { before, after: tree }) : changed,
    context: [told.context, ...(late?.context ?? [])].filter(Boolean).join("\n"),
    messages: [
      ...told.messages,
      ...(late?.messages ?? []),
      ...(gap === null ? [] : [messageOfGap(pending.tool, gap)]),
      ...(raised.length === 0 ? [] : [messageOfAlarms(raised)]),
    ],
    async finish() {
      // Another call may have ended meanwhile.
      await store.writeLast(together(tree, await store.readLast()));
      const isNewIndex = await keepIndex(workspace.root, tree, store);
      await late?.finish();
      await closeRestored(workspace, store);
      // What a job goes on to change before the next call can be put back only if it is copied now.
      if (await hasJobs(workspace)) await keepCopies(workspace.root, tree, store, startClock());
      if (pending.snapshot !== undefined && "id" in pending.snapshot) await store.dropBefore(pending.snapshot.id);
      if (strays.length > 0 || isNewIndex) await store.clean(workspace.ports.now());
    },
  };
}
