import { existsSync } from "node:fs";
import type { PendingCall } from "@writ/contracts";
import { openFileSnapshots } from "@writ/stores";
import type { Prepared, Workspace } from "../workspace/types.ts";
import { startClock } from "./clock.ts";
import { keepCopies } from "./copies.ts";
import { lookForDrift } from "./drift.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { scan } from "./scan.ts";
import { watch } from "./watch.ts";

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

/**
 * Looks at the work tree before a call that may change more than it names, and copies what only the work tree has.
 * Never keeps the call from running: what could not be looked at is on record as a gap.
 */
export async function lookBefore(workspace: Workspace, prepared: Prepared): Promise<PendingCall["snapshot"]> {
  // Without a sidecar there is no place to keep anything.
  if (!existsSync(workspace.paths.dir)) return undefined;
  const { call } = prepared;
  try {
    const store = openFileSnapshots(workspace.paths.state);
    const clock = startClock();
    const last = await store.readLast();
    const guarded = lookAtGuarded(workspace.root, last);
    // Git takes longest, and needs nobody meanwhile.
    const [scanned, alarms] = await Promise.all([
      scan(workspace.root, { earlier: last, clock, guarded }),
      watch(workspace, { session: null, states: guarded }),
    ]);
    const { tree } = scanned;
    if (last !== null) await lookForDrift(workspace, last, scanned, { clock, alarms });
    const uncopied = await keepCopies(workspace.root, tree, store, clock);
    await store.putBefore(call.id, tree);
    // Should the note about this call be gone when it ends.
    await store.writeLast(tree);
    if (uncopied !== null) await noteGap(workspace, prepared, `no-undo: ${uncopied}`);
    return { id: call.id };
  } catch (error) {
    const gap = error instanceof Error ? error.message : String(error);
    await noteGap(workspace, prepared, `no-look: ${gap}`);
    return { gap };
  }
}
