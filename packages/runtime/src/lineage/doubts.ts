import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { DecisionKind, DecisionRecord, LedgerIndex, PendingCall, TraceFileMeta } from "@writ/contracts";
import { type FileStep, kindOf, lineKey, type Source } from "@writ/engine";
import { isHarmlessDrift } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import type { GitHistory } from "./git-history.ts";
import { unfollowedSteps } from "./unfollowed.ts";

/** Why a change to a file that nobody claimed may be an agent's all the same, by what was decided about it. */
export const reasons: Partial<Record<DecisionKind, string>> = {
  strayed: "a command changed the file out of its scope",
  drifted: "the file changed while an agent was at work, and nobody knows by whom",
  failed: "a call that failed had changed the file",
  gap: "nobody could look at what a command changed",
};
const kinds = Object.keys(reasons).filter((kind): kind is DecisionKind => kind in reasons);
const erased = "a record of the file was erased, and does not say which lines it made";
const claimed = "a record of another tool says that an agent changed the file, and not which lines";
const running = "something an agent left running may have written it";
const unfollowed = "its file's lines were not followed when they were changed";
const pending = "a call whose end nobody heard of yet may have written it";

/** From when on a change may be an agent's, and why. */
interface Doubt {
  from: string;
  /** The commit the work tree stood at before. */
  revision?: string | undefined;
  /** When it was over; the same moment where nothing else is known. */
  to: string;
  why: string;
  /** Of what says of no file that it changed, only what is known to have come then is in doubt. */
  isWide: boolean;
  /** It was one change and no more: what was not there yet in the first commit after it came later. */
  isOnce?: true;
}

/** A file that is asked about, and what is told of its lines. */
interface Asked {
  path: string;
  lines: readonly string[];
  told: readonly Source[];
  history: GitHistory;
}

/** For each line that no trace made, why it may be an agent's: it came in the time of a change nobody claimed. */
export async function doubtsAbout(
  workspace: Pick<Workspace, "root" | "sessions">,
  index: LedgerIndex,
  { path, lines, told, history }: Asked,
): Promise<(string | undefined)[]> {
  const none = told.map(() => undefined);
  if (!told.some(({ origin }) => origin === "person")) return none;
  const doubts = [
    ...(await decidedDoubts(index, path, told)),
    ...(await erasedDoubts(index, path)),
    ...(await claimedDoubts(index, path)),
    ...(await unfollowedDoubts(index, path)),
    ...(await openDoubts(workspace, path)),
  ];
  if (doubts.length === 0) return none;
  const before = new Map<string, ReadonlySet<string>>();
  const momentOf = ({ from, revision }: Doubt) => `${revision ?? ""} ${from}`;
  for (const doubt of doubts) {
    const [moment, { from: at, revision }] = [momentOf(doubt), doubt];
    if (!before.has(moment)) before.set(moment, keysIn(await history.textBefore({ at, revision })));
  }
  const after = new Map<string, ReadonlySet<string>>();
  for (const { from, isOnce } of doubts) {
    const then = isOnce === true && !after.has(from) ? await history.textAfter(from) : null;
    if (then !== null) after.set(from, keysIn(then));
  }
  return told.map(({ origin, foundBy, leftBy }, at) => {
    if (origin !== "person") return undefined;
    const [since, until] = [timeOf(leftBy), timeOf(foundBy)];
    const { key } = lineKey(lines[at] ?? "");
    return doubts.find(
      (doubt) =>
        doubt.to >= (since ?? "") &&
        doubt.from <= (until ?? "~") &&
        !(doubt.isWide && since === undefined) &&
        before.get(momentOf(doubt))?.has(key) !== true &&
        !(doubt.isOnce === true && after.get(doubt.from)?.has(key) === false),
    )?.why;
  });
}

async function decidedDoubts(index: LedgerIndex, path: string, told: readonly Source[]): Promise<Doubt[]> {
  const about = await index.decisions({ path, kinds });
  const [oldest] = told.flatMap(({ leftBy }) => timeOf(leftBy) ?? []).sort();
  const gaps = oldest === undefined ? [] : await index.decisions({ kinds: ["gap"], since: oldest });
  const wide = gaps.filter(({ paths = [] }) => paths.length === 0);
  const toDoubt = (isWide: boolean) => (record: DecisionRecord) => ({
    from: typeof record.since === "string" ? record.since : record.timestamp,
    to: record.timestamp,
    revision: commitIn(record),
    why: reasons[record.decision] ?? "",
    isWide,
  });
  return [...about.filter((one) => !isHarmlessDrift(one)).map(toDoubt(false)), ...wide.map(toDoubt(true))];
}

/** Whoever forges a record hands git no options. */
const commitIn = ({ revision }: DecisionRecord): string | undefined =>
  typeof revision === "string" && /^[0-9a-f]{40,64}$/.test(revision) ? revision : undefined;

/** A tombstone that says nothing of the lines is none of Writ's: nobody may be taken for a person by it. */
async function erasedDoubts(index: LedgerIndex, path: string): Promise<Doubt[]> {
  const silent = (await index.traces({ files: [path] })).filter(({ files, metadata }) => {
    if (metadata?.erased !== true) return false;
    const { op, binary, change }: Partial<TraceFileMeta> = metadata.files[path] ?? {};
    const claims = files
      .filter(({ relative_path }) => relative_path === path)
      .flatMap(({ conversations }) => conversations);
    const isTold = op === "delete" || binary === true || change !== undefined;
    return !isTold && claims.every(({ ranges }) => ranges.length === 0);
  });
  return silent.map(({ timestamp }) => ({ from: timestamp, to: timestamp, why: erased, isWide: false }));
}

/**
 * Records of other tools, from before Writ or brought in, that name the file and no lines that could be found: nobody
 * may be taken for a person by them either.
 */
async function claimedDoubts(index: LedgerIndex, path: string): Promise<Doubt[]> {
  const silent = (await index.traces({ files: [path] })).filter(({ files, metadata }) => {
    const isOthers = metadata === undefined || metadata.imported !== undefined || metadata.writer === "";
    const { op, binary, change }: Partial<TraceFileMeta> = metadata?.files?.[path] ?? {};
    if (!isOthers || metadata?.erased === true || op === "delete" || binary === true || change !== undefined)
      return false;
    return files
      .filter(({ relative_path }) => relative_path === path)
      .some(({ conversations }) => conversations.some((one) => kindOf(one.contributor?.entity_type ?? "") !== "human"));
  });
  return silent.map(({ timestamp: at }) => ({ from: at, to: at, why: claimed, isWide: false, isOnce: true }));
}

/** What came when a file's lines were not followed is nobody's, also once they can be. */
async function unfollowedDoubts(index: LedgerIndex, path: string): Promise<Doubt[]> {
  const steps = await unfollowedSteps(index, path);
  return steps.map(({ trace: { timestamp } }) => ({ from: timestamp, to: timestamp, why: unfollowed, isWide: false }));
}

/** The clock of a disk goes in steps, on some of two seconds. */
const diskMs = 2_000;

/** What is still running, or has not said how it ended, may have written to a file that changed since it was started. */
async function openDoubts({ root, sessions }: Pick<Workspace, "root" | "sessions">, path: string): Promise<Doubt[]> {
  const changed = lstatSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const jobs = (await sessions.list()).flatMap(({ background = [] }) => background);
  const mayWrite = ({ permit, snapshot, files }: PendingCall): boolean =>
    permit === undefined && (snapshot !== undefined || files.some((file) => file.path === path));
  const calls = (await sessions.listPending()).filter(mayWrite);
  return [
    ...jobs.map(({ since }) => ({ from: since, why: running })),
    ...calls.map(({ at }) => ({ from: at, why: pending })),
  ]
    .filter(({ from }) => changed + diskMs >= Date.parse(from))
    .map((doubt) => ({ ...doubt, to: "~", isWide: false }));
}

const timeOf = (step: FileStep | null): string | undefined => step?.trace.timestamp;

/** What a text's lines are told by, whatever they end in: what was not followed then may have other ends now. */
const keysIn = (text: string | null): ReadonlySet<string> =>
  new Set((text ?? "").split(/\r\n|\r|\n/).map((line) => lineKey(line).key));
