import type { Alarm, DecisionLedger, DecisionRecord } from "@writ/contracts";
import { openFileAlarms, openFileSnapshots } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import type { Workspace } from "../../workspace/types.ts";
import type { Ports, Writ } from "../../writ.ts";
import { watch } from "./watch.ts";

const whats: readonly string[] = ["created", "changed", "deleted", "unwired"] satisfies Alarm["what"][];
const isWhat = (word: string | undefined): word is Alarm["what"] => whats.includes(word ?? "");

/** The alarm a decision tells of; `null` for any other decision. */
function alarmIn({ decision, reason = "", paths = [], timestamp, session }: DecisionRecord): Alarm | null {
  const [id = "", what] = reason.split(" ");
  const [path] = paths;
  if (decision !== "alarm" || path === undefined || !isWhat(what)) return null;
  return { id, path, what, at: timestamp, session: session === "unknown" ? null : session };
}

/** The alarms nobody has acknowledged, as the ledger has them: whoever takes the book away does not silence them. */
export async function alarmsOnRecord(decisions: Pick<DecisionLedger, "read">): Promise<Alarm[]> {
  const open = new Map<string, Alarm>();
  for await (const { record } of decisions.read({ decisions: ["alarm", "acknowledged"] })) {
    const alarm = alarmIn(record);
    if (alarm !== null) open.set(alarm.id, alarm);
    if (record.decision === "acknowledged") open.delete(record.reason?.split(" ")[0] ?? "");
  }
  return [...open.values()];
}

/** The alarms a person has not looked at yet, oldest first. */
export async function openAlarms(root: string): Promise<Alarm[]> {
  return [...(await openFileAlarms(sidecarPaths(root).state).read()).open];
}

/**
 * Compares the protected files with what they should be now, and gives every alarm that is open. One that the ledger
 * has and the book has not is put back into it.
 */
export async function checkAlarms(workspace: Workspace): Promise<Alarm[]> {
  await watch(workspace, { session: null });
  const recorded = await alarmsOnRecord(workspace.decisions);
  const { open } = await openFileAlarms(workspace.paths.state).update((book) => {
    const known = new Set(book.open.map(({ id }) => id));
    return { ...book, open: [...book.open, ...recorded.filter(({ id }) => !known.has(id))] };
  });
  return [...open];
}

/** A person has looked at alarms: they are open no longer. The record comes first. */
export async function acknowledge(
  { root, decisions }: Pick<Writ, "root" | "decisions">,
  stamp: Pick<Ports, "now" | "id">,
  alarms: readonly Alarm[],
  voucher: Pick<DecisionRecord, "by" | "assurance">,
): Promise<void> {
  // What they have seen is what is there now, and nothing that comes after.
  const { contentsAt } = await import("../../check/as-committed.ts");
  const contents = await contentsAt(
    root,
    alarms.map(({ path }) => path),
  );
  for (const { id, path } of alarms) {
    const content = contents[path];
    await decisions.append({
      id: stamp.id(),
      timestamp: stamp.now(),
      decision: "acknowledged",
      agent: "person",
      session: "cli",
      intent: null,
      paths: [path],
      ...(content === undefined ? {} : { contents: { [path]: content } }),
      reason: id,
      ...voucher,
      metadata: {},
    });
  }
  const ids = new Set(alarms.map(({ id }) => id));
  const { state } = sidecarPaths(root);
  const { baseline } = await openFileAlarms(state).update((book) => ({
    ...book,
    open: book.open.filter(({ id }) => !ids.has(id)),
  }));
  // What a person has seen is as it should be, also for a call that began before.
  await openFileSnapshots(state).watchAnew((watched) => {
    const next = new Map(watched);
    for (const { path } of alarms) {
      const seen = baseline?.get(path);
      if (seen === undefined) next.delete(path);
      else next.set(path, seen);
    }
    return next;
  });
}
