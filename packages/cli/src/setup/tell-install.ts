import type { Io } from "../io.ts";
import { visible } from "../text/visible.ts";
import { isIdle } from "./change.ts";
import { changesOf, type InstallPlan } from "./install.ts";
import type { Place } from "./place.ts";
import { printChanges } from "./tell.ts";

/** All that was looked at where something changes; else only what was left out. */
export function tellChanges(place: Place, plan: InstallPlan, io: Pick<Io, "print" | "paint">): void {
  const changes = changesOf(plan);
  if (!changes.every(isIdle)) {
    printChanges(changes, io);
    return;
  }
  io.print(`Writ already guards ${visible(place.root)}.`);
  printChanges(
    changes.filter(({ action }) => action === "skip"),
    io,
  );
  const { agents } = plan.wiring;
  if (agents.every((agent) => agent.changes.every(isIdle) && agent.problems.length === 0))
    io.print("Nothing to change.");
}

/** Whether something changed that everybody who clones the repository is to have. */
export function isForEverybody({ sidecar, shim, wiring }: InstallPlan): boolean {
  const changes = [...sidecar, ...shim, ...wiring.agents.flatMap((agent) => agent.changes)];
  return (
    wiring.agents.every(({ audience }) => audience === "team") &&
    changes.some((change) => !isIdle(change) && !change.path.startsWith(".orchestration/.state/"))
  );
}
