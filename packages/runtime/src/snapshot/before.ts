import { existsSync } from "node:fs";
import type { Call, PendingCall, TreeState } from "@writ/contracts";
import { openFileAlarms, openFileSnapshots } from "@writ/stores";
import type { Prepared, Workspace } from "../workspace/types.ts";
import { isAnswer, lookAtGuarded } from "./alarms/guarded-files.ts";
import { fetchedSince } from "./git/fetched.ts";
import { carryOn, hasNews } from "./git/others.ts";
import { startClock } from "./look/clock.ts";
import { keepCopies } from "./look/copies.ts";
import { keepIndex } from "./look/git-index.ts";
import { type Scanned, scan } from "./look/scan.ts";
import { lookForDrift } from "./strays/drift.ts";
import { closeRestored } from "./undo/close-restored.ts";

/** Something about the look that a person should know: the call goes on without it. */
async function noteGap({ ports, decisions }: Workspace, { call, facts }: Prepared, reason: string): Promise<void> {
  await decisions.append({
    id: ports.id(),
    timestamp: ports.now(),
    decision: "gap",
    agent: facts.session.agent,
    session: facts.session.id,
    intent: facts.session.intent,
    tool: call.tool,
    tool_name: call.toolName,
    invocation_id: call.id,
    reason,
    metadata: {},
  });
}

/** The look, with what is known of its commits: what came while no call ran, a person made. */
async function since(workspace: Workspace, last: TreeState | null, scanned: Scanned, call: Call): Promise<TreeState> {
  const { tree } = scanned;
  if (last === null) return tree;
  const isOther = ({ invocationId, callId, snapshot }: PendingCall) =>
    snapshot !== undefined && invocationId !== call.id && callId !== call.callId;
  const isIdle = !hasNews(last, tree) || !(await workspace.sessions.listPending()).some(isOther);
  const fetched = fetchedSince(workspace.root, last, scanned);
  return carryOn(last, tree, (mark) => isIdle || fetched.has(mark));
}

/** Before the call runs, which could delete the look and pass for the first one; also where looking fails. */
async function noteFirstLook({ paths }: Workspace): Promise<void> {
  const store = openFileAlarms(paths.state);
  const { baseline, looked } = await store.read();
  if (baseline !== null && looked !== true) await store.update((book) => ({ ...book, looked: true }));
}

/**
 * Looks at the work tree before a call that may change more than it names, and copies what only the work tree has.
 * Never keeps the call from running: what could not be looked at is on record as a gap.
 */
export async function lookBefore(workspace: Workspace, prepared: Prepared): Promise<PendingCall["snapshot"]> {
  // Without a sidecar there is no place to keep anything.
  if (!existsSync(workspace.paths.dir)) return undefined;
  const { call, config } = prepared;
  try {
    await noteFirstLook(workspace);
    const store = openFileSnapshots(workspace.paths.state);
    const clock = startClock();
    const ledgerEnd = await workspace.traces.end();
    const last = await store.readLast();
    const guarded = lookAtGuarded(workspace.root, last);
    const scanned = await scan(workspace.root, { earlier: last, clock, guarded, copies: store, ledgerEnd });
    const alarms = workspace.noticed ?? [];
    const drifted = last === null ? null : await lookForDrift(workspace, last, scanned, { clock, alarms });
    const looked = drifted ?? (await since(workspace, last, scanned, call));
    const { baseline } = await openFileAlarms(workspace.paths.state).read();
    const watched = new Map([...(baseline ?? [])].filter(([path]) => !isAnswer(path)));
    const tree = baseline === null ? looked : { ...looked, watched };
    // What a person put back by hand is no part of what this call may do.
    await closeRestored(workspace, store);
    const uncopied = await keepCopies(workspace.root, tree, store, clock);
    const isNewIndex = await keepIndex(workspace.root, tree, store);
    await store.putBefore(call.id, tree);
    // Should the note about this call be gone when it ends.
    await store.writeLast(tree);
    if (isNewIndex) await store.clean(workspace.ports.now());
    if (uncopied !== null) await noteGap(workspace, prepared, `no-undo: ${uncopied}`);
    return { id: call.id, config };
  } catch (error) {
    const gap = error instanceof Error ? error.message : String(error);
    await noteGap(workspace, prepared, `no-look: ${gap}`);
    return { gap, config };
  }
}
