import type { DecisionRecord, Session, SnapshotStore, TreeState, Unchained } from "@writ/contracts";
import { noteChanges } from "../../workspace/known.ts";
import type { Workspace } from "../../workspace/types.ts";
import type { Compared } from "../compare.ts";
import { unclaimed } from "../ended.ts";
import { isLoose } from "./loose.ts";
import type { Sorted } from "./sorted.ts";
import { strayLines } from "./stray-lines.ts";
import { keepStrays } from "./strays.ts";

/** Who wrote between calls is not known: nobody but a person puts it back. */
const concurrent = "it changed between calls, while a background job was running";

/** Out of scope: a person can put it back, and hears of it with the session's next call. */
export async function keepDrift(
  workspace: Workspace,
  owner: Session,
  {
    strays,
    stored,
    last,
  }: Pick<Sorted, "strays"> & Pick<Compared, "stored"> & { last: Pick<TreeState, "at" | "head"> },
  store: SnapshotStore,
): Promise<void> {
  if (strays.length === 0) return;
  const { config } = await workspace.readConfig();
  const marked = strays.map((stray) => ({ ...stray, concurrent }));
  const { record } = await keepStrays(marked, stored, store, {
    call: { session: owner.id, intent: owner.intent, tool: "a background job" },
    agent: owner.agent,
    at: workspace.ports.now(),
    isUntold: !(await isLoose(workspace, config)),
  });
  const changes = strays.map(({ change }) => change);
  const lines = await strayLines(workspace.root, changes, stored, store);
  const about = { ...unclaimed(changes, last.head), ...lines };
  const reason = `${record.id} background`;
  const strayed = decisionOn(workspace, owner, "strayed", { ...about, since: last.at, reason });
  await workspace.decisions.append(strayed);
  await noteChanges(workspace, owner, [], [{ kind: "decision", record: strayed }]);
}

/** A decision about what a session left running. */
export function decisionOn(
  { ports }: Workspace,
  { id, agent, intent }: Session,
  kind: "drifted" | "strayed",
  details: ReturnType<typeof unclaimed> & { since: string; reason: string },
): Unchained<DecisionRecord> {
  return {
    id: ports.id(),
    timestamp: ports.now(),
    decision: kind,
    agent,
    session: id,
    intent,
    ...details,
    metadata: {},
  };
}
