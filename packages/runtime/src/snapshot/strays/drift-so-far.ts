import { openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../../workspace/types.ts";
import { compare } from "../compare.ts";
import { pathsIn } from "../ended.ts";
import { startClock } from "../look/clock.ts";
import { scan } from "../look/scan.ts";

/** What changed since the last look while a job was running. The next look puts it on record; here it is only told. */
export async function driftSoFar(workspace: Workspace): Promise<string[]> {
  const sessions = await workspace.sessions.list();
  if (!sessions.some(({ background = [] }) => background.length > 0)) return [];
  try {
    const store = openFileSnapshots(workspace.paths.state);
    const last = await store.readLast();
    if (last === null) return [];
    const clock = startClock();
    const scanned = await scan(workspace.root, { earlier: last, clock, copies: store });
    return pathsIn((await compare(workspace.root, last, scanned, clock)).changes);
  } catch {
    // Like any look: what cannot be looked at keeps nothing from running, and is on record as a gap.
    return [];
  }
}
