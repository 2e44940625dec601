import { lstatSync } from "node:fs";
import { join } from "node:path";
import {
  type DecisionKind,
  type DecisionRecord,
  doubtKinds,
  type LedgerIndex,
  type PendingCall,
  type TraceFileMeta,
} from "@writ/contracts";
import { type FileStep, kindOf, lineKey, type Source } from "@writ/engine";
import { isHarmlessDrift } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import type { FileName } from "./former-names.ts";
import { type GitHistory, gitHistory } from "./git-history.ts";
import { type Named, namesInDoubt } from "./names-in-doubt.ts";
import { unfollowedSteps } from "./unfollowed.ts";

/** Why a change to a file that nobody claimed may be an agent's all the same, by what was decided about it. */
const reasons: Readonly<Record<(typeof doubtKinds)[number], string>> = {
  strayed: "a command changed the file out of its scope",
  drifted: "the file changed while an agent was at work, and nobody knows by whom",
  failed: "a call that failed had changed the file",
  gap: "nobody could look at what a command changed",
};
const erased = "a record of the file was erased, and does not say which lines it made";
const claimed = "a record of another tool says that an agent changed the file, and not which lines";
const running = "something an agent left running may have written it";
const unfollowed = "its file's lines were not followed when they were changed";
const dropped = "the record of a change to its file was too large to keep how its lines look";
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
interface Asked extends Named {
  lines: readonly string[];
  told: readonly Source[];
  /** Steps of whose lines nobody knows how they look. */
  unseen: readonly FileStep[];
  /** The names it had, its own first, where they are known already. */
  names?: readonly FileName[] | undefined;
}

/** For each line that no trace made, why it may be an agent's: it came in the time of a change nobody claimed. */
export async function doubtsAbout(
  workspace: Pick<Workspace, "root" | "sessions">,
  index: LedgerIndex,
  asked: Asked,
): Promise<(string | undefined)[]> {
  const { path, lines, told } = asked;
  const none = told.map(() => undefined);
  if (!told.some(({ origin }) => origin === "person")) return none;
  const open = await openIn(workspace, path);
  const names = asked.names ?? (await namesInDoubt(index, asked, open.paths));
  const doubts = [
    ...(await wideDoubts(index, told)),
    ...open.doubtsAbout(names),
    ...(await Promise.all(names.map((name) => namedDoubts(index, name)))).flat(),
    ...asked.unseen.map((step) => momentary(step, dropped)),
  ];
  if (doubts.length === 0) return none;
  const histories = names.map(({ name, until }) => ({
    until,
    ...(name === path ? asked.history : gitHistory(asked.root, name, asked.tree)),
  }));
  const before = new Map<string, ReadonlySet<string>>();
  const momentOf = ({ from, revision }: Doubt) => `${revision ?? ""} ${from}`;
  for (const doubt of doubts) {
    const [moment, { from: at, revision }] = [momentOf(doubt), doubt];
    if (before.has(moment)) continue;
    const texts = histories
      .filter(({ until }) => until === null || at < until)
      .map((history) => history.textBefore({ at, revision }));
    before.set(moment, keysIn(await Promise.all(texts)));
  }
  const after = new Map<string, ReadonlySet<string>>();
  for (const { from, isOnce } of doubts) {
    const then = isOnce === true && !after.has(from) ? await textAfter(histories, from) : null;
    if (then !== null) after.set(from, keysIn([then]));
  }
  return told.map(({ origin, foundBy, leftBy }, at) => {
    if (origin !== "person") return undefined;
    const [since, until] = [timeOf(leftBy), timeOf(foundBy)];
    const line = lines[at];
    const isIn = (keys: ReadonlySet<string> | undefined) =>
      line === undefined ? undefined : keys?.has(lineKey(line).key);
    return doubts.find(
      (doubt) =>
        doubt.to >= (since ?? "") &&
        doubt.from <= (until ?? "~") &&
        !(doubt.isWide && since === undefined) &&
        isIn(before.get(momentOf(doubt))) !== true &&
        !(doubt.isOnce === true && isIn(after.get(doubt.from)) === false),
    )?.why;
  });
}

/** The text in the first commit after a moment, under the oldest name that has one. */
async function textAfter(histories: readonly Pick<GitHistory, "textAfter">[], moment: string): Promise<string | null> {
  for (const history of histories.toReversed()) {
    const text = await history.textAfter(moment);
    if (text !== null) return text;
  }
  return null;
}

/** What happened under a name while it was the file's. */
async function namedDoubts(index: LedgerIndex, { name, until }: FileName): Promise<Doubt[]> {
  const doubts = [
    ...(await decidedDoubts(index, name)),
    ...(await erasedDoubts(index, name)),
    ...(await claimedDoubts(index, name)),
    ...(await unfollowedDoubts(index, name)),
  ];
  return until === null ? doubts : doubts.filter(({ from }) => from < until);
}

async function decidedDoubts(index: LedgerIndex, path: string): Promise<Doubt[]> {
  const about = await index.decisions({ path, kinds: doubtKinds });
  return about.filter((one) => !isHarmlessDrift(one)).map((record) => toDoubt(record, false));
}

async function wideDoubts(index: LedgerIndex, told: readonly Source[]): Promise<Doubt[]> {
  const [oldest] = told.flatMap(({ leftBy }) => timeOf(leftBy) ?? []).sort();
  const gaps = oldest === undefined ? [] : await index.decisions({ kinds: ["gap"], since: oldest });
  return gaps.filter(({ paths = [] }) => paths.length === 0).map((record) => toDoubt(record, true));
}

const toDoubt = (record: DecisionRecord, isWide: boolean): Doubt => ({
  from: typeof record.since === "string" ? record.since : record.timestamp,
  to: record.timestamp,
  revision: commitIn(record),
  why: reasonFor(record.decision),
  isWide,
});

/** Why what a decision tells of may be an agent's. */
export function reasonFor(decision: DecisionKind): string {
  const kind = doubtKinds.find((one) => one === decision);
  return kind === undefined ? "" : reasons[kind];
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
  return steps.map((step) => momentary(step, unfollowed));
}

const momentary = ({ trace: { timestamp } }: FileStep, why: string): Doubt => ({
  from: timestamp,
  to: timestamp,
  why,
  isWide: false,
});

/** The clock of a disk goes in steps, on some of two seconds. */
const diskMs = 2_000;

/** What is still running, or has not said how it ended, may have written to a file that changed since it was started. */
async function openIn({ root, sessions }: Pick<Workspace, "root" | "sessions">, path: string) {
  const changed = lstatSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const mayHave = (from: string): boolean => changed + diskMs >= Date.parse(from);
  const jobs = (await sessions.list()).flatMap(({ background = [] }) => background);
  const calls = (await sessions.listPending()).filter(({ permit, at }) => permit === undefined && mayHave(at));
  const mayWrite = ({ snapshot, files }: PendingCall, names: readonly FileName[]): boolean =>
    snapshot !== undefined || files.some((file) => names.some(({ name }) => name === file.path));
  return {
    paths: calls.flatMap(({ files }) => files.map((file) => file.path)),
    doubtsAbout: (names: readonly FileName[]): Doubt[] =>
      [
        ...jobs.filter(({ since }) => mayHave(since)).map(({ since }) => ({ from: since, why: running })),
        ...calls.filter((call) => mayWrite(call, names)).map(({ at }) => ({ from: at, why: pending })),
      ].map((doubt) => ({ ...doubt, to: "~", isWide: false })),
  };
}

const timeOf = (step: FileStep | null): string | undefined => step?.trace.timestamp;

/** What the lines of texts are told by, whatever they end in: what was not followed then may have other ends now. */
const keysIn = (texts: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => (text ?? "").split(/\r\n|\r|\n/)).map((line) => lineKey(line).key));
