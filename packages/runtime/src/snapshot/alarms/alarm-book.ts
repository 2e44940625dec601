import type { Alarm, AlarmBook, DecisionLedger, DecisionRecord } from "@writ/contracts";
import type { Guarded } from "@writ/engine";
import { openFileAlarms, openFileSessions, openFileSnapshots } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import type { Workspace } from "../../workspace/types.ts";
import type { Ports, Writ } from "../../writ.ts";
import { keepAccepted } from "./accepted-copies.ts";
import { inGuardTurn } from "./guard-turn.ts";
import { upToDate } from "./guarded-now.ts";
import { forgetLost } from "./known-sessions.ts";
import { forgetSighting, sight } from "./sighting.ts";
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

/** The state of the guard's files once a user has seen these alarms. Without a book there was nothing to compare with: all of it. */
function acceptedWith(
  baseline: AlarmBook["baseline"],
  now: Guarded,
  alarms: readonly Pick<Alarm, "path">[],
): NonNullable<AlarmBook["baseline"]> {
  if (baseline === null || alarms.some(({ path }) => isOfBook(path))) return now;
  const next = new Map(baseline);
  for (const { path } of alarms) {
    for (const known of next.keys()) if (!now.has(known) && isBeneath(known, path)) next.delete(known);
    for (const [known, state] of now) if (isBeneath(known, path)) next.set(known, state);
  }
  return next;
}

/** An alarm about a folder, such as one that became a link, stands for what is in it. */
const isBeneath = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const isOfBook = (path: string): boolean =>
  path === ".orchestration/.state/alarms.json" || path === ".orchestration/.state";

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
  await accept(root, alarms);
  await forgetLost({ root, sessions: openFileSessions(sidecarPaths(root).state) });
}

/** A user has looked at these files and wants them as they are: their content is accepted, and alarms about them end. */
export async function acceptFiles(
  writ: Pick<Writ, "root" | "decisions">,
  stamp: Pick<Ports, "now" | "id">,
  paths: readonly string[],
  voucher: Pick<DecisionRecord, "by" | "assurance">,
): Promise<void> {
  const open = await alarmsOnRecord(writ.decisions);
  await acknowledge(
    writ,
    stamp,
    open.filter(({ path }) => paths.includes(path)),
    voucher,
  );
  await accept(
    writ.root,
    paths.map((path) => ({ id: "", path })),
  );
}

/** Accepts files as they are now. */
async function accept(root: string, seenFiles: readonly Pick<Alarm, "id" | "path">[]): Promise<void> {
  const ids = new Set(seenFiles.map(({ id }) => id));
  const { state } = sidecarPaths(root);
  const accepted = await inGuardTurn(state, async () => {
    const { now } = await sight(root);
    const { baseline } = await openFileAlarms(state).update((found) => {
      const book = upToDate(found, now);
      const next = acceptedWith(book.baseline, now, seenFiles);
      const seen = new Map([...book.seen].filter(([path]) => next.get(path)?.hash !== now.get(path)?.hash));
      return { baseline: next, seen, open: book.open.filter(({ id }) => !ids.has(id)) };
    });
    await keepAccepted(root, state, baseline ?? new Map());
    forgetSighting(root);
    return baseline;
  });
  // What a user has seen is as it should be, also for a call that began before.
  await openFileSnapshots(state).watchAnew((watched) => {
    const next = new Map(watched);
    for (const { path } of seenFiles) {
      const state = accepted?.get(path);
      if (state === undefined) next.delete(path);
      else next.set(path, state);
    }
    return next;
  });
}
