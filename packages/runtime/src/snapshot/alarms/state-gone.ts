import { existsSync } from "node:fs";
import type { DecisionKind, DecisionRecord } from "@writ/contracts";
import { type Finding, isProtected } from "@writ/engine";
import { openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../../workspace/types.ts";
import { runGit } from "../git/run-git.ts";
import { type Clock, startClock } from "../look/clock.ts";
import { pieces } from "../look/parse-status.ts";
import { onDisk, toText } from "../look/path-bytes.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { callsWrit, startsWrit } from "./starts-writ.ts";

/** Choosing an intent is recorded first, and then written into the file. */
const intentsFile = ".orchestration/active_intents.yaml";
const ownMs = 1_000;

/** What is only on record after a look at the work tree, and no look is made without a book of alarms. */
const looks: readonly DecisionKind[] = ["alarm", "acknowledged", "strayed", "drifted"];
/** Files that a call named are compared without one, and then nobody says which commit they came after. */
const isLook = ({ decision, since, revision }: DecisionRecord): boolean =>
  looks.includes(decision) && (decision !== "drifted" || since === undefined || revision !== undefined);

/** Whether there must have been notes: a last look is kept, or the ledger knows of one. */
export async function wasKept({ paths, decisions }: Workspace): Promise<boolean> {
  if ((await openFileSnapshots(paths.state).readLast()) !== null) return true;
  return (await decisions.last(200)).some(({ record }) => isLook(record));
}

/** When the ledger last heard of a session, or of any, before the call that ended now. */
async function lastHeard({ decisions, traces }: Workspace, query: { session?: string }): Promise<number> {
  const [trace] = await traces.last(1, query);
  const known = (await decisions.last(20, query)).find(({ record }) => record.decision !== "unmatched");
  const times = [trace?.record.timestamp, known?.record.timestamp].flatMap((at) =>
    at === undefined ? [] : [Date.parse(at)],
  );
  return times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...times);
}

/** The protected files of the last commit that are not there any more. */
async function goneSinceCommit(root: string, clock: Clock): Promise<Finding[]> {
  const printed = await runGit(root, ["ls-tree", "-r", "-z", "--name-only", "HEAD"], clock);
  return pieces(printed ?? Buffer.alloc(0))
    .map(toText)
    .filter((path) => isProtected(path) && !existsSync(onDisk(root, path)))
    .map((path) => ({ path, what: "deleted" }));
}

/**
 * What can still be told of protected files when Writ's notes about them are gone: what was touched after the ledger
 * last heard of the session, and what the last commit has and the work tree has not.
 */
export async function touchedSinceRecord(workspace: Workspace, query: { session?: string } = {}): Promise<Finding[]> {
  const { root } = workspace;
  const clock = startClock();
  const since = await lastHeard(workspace, query);
  const found = await goneSinceCommit(root, clock);
  for (const [path, state] of lookAtGuarded(root)) {
    const own = path === intentsFile ? ownMs : 0;
    if (!isProtected(path) || state.changedAt <= since + own || path.startsWith(".orchestration/.state/")) continue;
    const committed = path.startsWith(".git/")
      ? null
      : await runGit(root, ["cat-file", "blob", `HEAD:./${path}`], clock);
    const isUnwired = committed !== null && callsWrit(committed.toString("utf8")) && !startsWrit(root, path, state);
    found.push({ path, what: isUnwired ? "unwired" : "changed" });
  }
  return found;
}
