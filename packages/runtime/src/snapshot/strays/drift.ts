import type { Alarm, Call, Session, TreeState } from "@writ/contracts";
import { openFileSnapshots } from "@writ/stores";
import { noteChanges } from "../../workspace/known.ts";
import type { Workspace } from "../../workspace/types.ts";
import { alarmedIn } from "../alarms/alarmed.ts";
import { brainIfWritten } from "../alarms/brain.ts";
import { type Compared, compare } from "../compare.ts";
import { unclaimed } from "../ended.ts";
import { type Clock, startClock } from "../look/clock.ts";
import { keepCopies } from "../look/copies.ts";
import { type Scanned, scan } from "../look/scan.ts";
import { authorOf } from "./author.ts";
import { forgetDeadJobs, hasJobs } from "./background.ts";
import { decisionOn, keepDrift } from "./background-strays.ts";
import { type Sorted, sortChanges } from "./sorted.ts";

/** The job's own call is over; what such a job makes follows its source, as with any runner. */
const jobCall: Call = {
  id: "",
  callId: "",
  tool: "a background job",
  toolName: "",
  kind: "opaque",
  input: null,
  effects: [],
};

/** Sorts by the intents of the sessions that left something running: it may be the work of any of them. */
async function sortDrift(
  workspace: Workspace,
  owners: readonly Session[],
  last: TreeState,
  compared: Compared,
): Promise<Sorted> {
  const { config } = await workspace.readConfig();
  const intents = await workspace.intents.read();
  const known = intents.state === "ok" ? intents.intents : [];
  const authors = owners.map((session) => {
    const intent = known.find(({ id }) => id === session.intent);
    return authorOf(workspace, { call: jobCall, pending: { files: [] }, session, config, intent });
  });
  const [author] = authors;
  if (author === undefined) return { claimed: [], strays: [], drifted: [], brought: [] };
  return sortChanges(workspace, compared, {
    author: { ...author, owns: (path) => authors.some(({ owns }) => owns(path)), derives: true },
    invocation: null,
    began: last,
    ended: new Date().toISOString(),
    known: new Set(),
    brain: await brainIfWritten(workspace, config, last.at),
  });
}

/**
 * What changed between calls while something a command started was still running: nobody knows who did it, so in scope
 * it is on record as nobody's, and elsewhere it waits for a person. Without such a job a change between calls is a
 * person's, and none of Writ's business. Gives the look with what is known now, where there was such a job.
 */
export async function lookForDrift(
  workspace: Workspace,
  last: TreeState,
  scanned: Scanned,
  { clock, alarms }: { clock: Clock; alarms: readonly Alarm[] },
): Promise<TreeState | null> {
  const owners = (await workspace.sessions.list()).filter(({ background = [] }) => background.length > 0);
  const [owner] = owners;
  if (owner === undefined) return null;
  const store = openFileSnapshots(workspace.paths.state);
  const compared = await compare(workspace.root, last, scanned, clock);
  const sorted = await sortDrift(workspace, owners, last, compared);
  const drifted = [...sorted.claimed, ...sorted.drifted];
  if (drifted.length > 0) {
    const about = { ...unclaimed(drifted, last.head), since: last.at };
    const record = decisionOn(workspace, owner, "drifted", { ...about, reason: "background" });
    await workspace.decisions.append(record);
    // Whoever left the job running may have had it write what is run next.
    await noteChanges(workspace, owner, [], [{ kind: "decision", record }]);
  }
  await keepDrift(
    workspace,
    owner,
    { strays: alarmedIn(sorted.strays, alarms).strays, stored: compared.stored, last },
    store,
  );
  await store.writeLast(compared.tree);
  await forgetDeadJobs(workspace);
  return compared.tree;
}

/** The same at the end of a turn or of a session, when nobody knows whether another call will come. */
export async function lookForDriftNow(workspace: Workspace): Promise<void> {
  if (!(await hasJobs(workspace))) return;
  const store = openFileSnapshots(workspace.paths.state);
  const last = await store.readLast();
  if (last === null) return;
  const clock = startClock();
  const scanned = await scan(workspace.root, {
    earlier: last,
    clock,
    copies: store,
    ledgerEnd: await workspace.traces.end(),
  });
  await lookForDrift(workspace, last, scanned, { clock, alarms: workspace.noticed ?? [] });
  if (await hasJobs(workspace)) await keepCopies(workspace.root, scanned.tree, store, clock);
}
