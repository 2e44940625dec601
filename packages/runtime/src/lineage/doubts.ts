import { lstatSync } from "node:fs";
import { join } from "node:path";
import {
  type ChangedLines,
  type DecisionKind,
  type DecisionRecord,
  doubtKinds,
  type LedgerIndex,
  type PendingCall,
  type TraceFileMeta,
} from "@writ/contracts";
import { beginningOf, type FileStep, isAmong, kindOf, lineKey, type Source } from "@writ/engine";
import { isHarmlessDrift } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { type CommitRanks, ranksFor } from "./commit-ranks.ts";
import type { FileName } from "./former-names.ts";
import { type GitHistory, gitHistory } from "./git-history.ts";
import { type Moment, momentByTime, momentOfDecision, momentOfTrace, type NameEnd } from "./moments.ts";
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

/** A change that may be an agent's, when it came, and why. */
interface Doubt {
  when: Moment;
  why: string;
  /** The time to look for it among commits by, where nothing else tells when it came. */
  at?: string;
  /** Of what says of no file that it changed, only what is known to have come then is in doubt. */
  isWide: boolean;
  /** The lines that it brought and took out: where the file has none of that, it was taken back. */
  lines?: ChangedLines | undefined;
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
  const ranks = ranksFor(asked.root, asked.tree);
  const open = await openIn(workspace, path);
  const names = asked.names ?? (await namesInDoubt(index, asked, open.paths));
  const doubts = [
    ...(await wideDoubts(index, told, ranks)),
    ...open.doubtsAbout(names),
    ...(await Promise.all(names.map((name) => namedDoubts(index, name, ranks)))).flat(),
    ...asked.unseen.map((step) => momentary(step, dropped, ranks)),
  ];
  if (doubts.length === 0) return none;
  const steps = told.flatMap(({ foundBy, leftBy }) => [foundBy, leftBy]).filter((step) => step !== null);
  await ranks.load([
    ...doubts.flatMap(({ when }) => when.revision ?? []),
    ...new Set(steps.map(({ trace }) => beginningOf(trace))),
  ]);
  const histories = names.map(({ name, until }) => ({
    until,
    ...(name === path ? asked.history : gitHistory(asked.root, name, asked.tree)),
  }));
  const before = new Map<string, ReadonlySet<string>>();
  const takenBack = new Set<Doubt>();
  const momentOf = ({ when, at }: Doubt) => `${when.revision ?? ""} ${at ?? ""}`;
  for (const doubt of doubts) {
    const [moment, { at, when }] = [momentOf(doubt), doubt];
    if (before.has(moment) && doubt.lines === undefined) continue;
    const texts = await Promise.all(
      histories
        .filter(({ until }) => until === null || !isSince(doubt, until, ranks))
        .map((history) => history.textBefore({ at, revision: when.revision })),
    );
    before.set(moment, keysIn(texts));
    const was = texts.map((text) => text ?? "").join("\n");
    if (doubt.lines !== undefined && !isAmong(doubt.lines, was, lines.join("\n"))) takenBack.add(doubt);
  }
  const after = new Map<string, ReadonlySet<string>>();
  for (const { at, isOnce } of doubts) {
    if (at === undefined || isOnce !== true || after.has(at)) continue;
    const then = await textAfter(histories, at);
    if (then !== null) after.set(at, keysIn([then]));
  }
  return told.map(({ origin, foundBy, leftBy }, at) => {
    if (origin !== "person") return undefined;
    const line = lines[at];
    const isIn = (keys: ReadonlySet<string> | undefined) =>
      line === undefined ? undefined : keys?.has(lineKey(line).key);
    return doubts.find(
      (doubt) =>
        !takenBack.has(doubt) &&
        !(leftBy !== null && doubt.when.isBefore(leftBy)) &&
        !(foundBy !== null && doubt.when.isAfter(foundBy)) &&
        !(doubt.isWide && leftBy === null) &&
        isIn(before.get(momentOf(doubt))) !== true &&
        !(doubt.isOnce === true && isIn(after.get(doubt.at ?? "")) === false),
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
async function namedDoubts(index: LedgerIndex, { name, until }: FileName, ranks: CommitRanks): Promise<Doubt[]> {
  const doubts = [
    ...(await decidedDoubts(index, name, ranks)),
    ...(await erasedDoubts(index, name, ranks)),
    ...(await claimedDoubts(index, name)),
    ...(await unfollowedDoubts(index, name, ranks)),
  ];
  if (until === null) return doubts;
  await ranks.load([
    ...(until.commit === undefined ? [] : [until.commit]),
    ...doubts.flatMap(({ when }) => when.revision ?? []),
  ]);
  return doubts.filter((doubt) => !isSince(doubt, until, ranks));
}

const isSince = ({ when, at }: Doubt, end: NameEnd, ranks: CommitRanks): boolean =>
  when.isSince(end, ranks) || (at !== undefined && at >= end.at);

async function decidedDoubts(index: LedgerIndex, path: string, ranks: CommitRanks): Promise<Doubt[]> {
  const about = await index.decisions({ path, kinds: doubtKinds });
  return about
    .filter((one) => !isHarmlessDrift(one))
    .map((record) => ({ ...toDoubt(record, ranks, false), lines: linesOf(record, path) }));
}

/** Whoever forges a record does not make blame trip over it. */
function linesOf({ lines }: DecisionRecord, path: string): ChangedLines | undefined {
  const own: unknown = lines !== undefined && Object.hasOwn(lines, path) ? lines[path] : undefined;
  if (typeof own !== "object" || own === null || !("added" in own) || !("removed" in own)) return undefined;
  const { added, removed } = own;
  return typeof added === "string" && typeof removed === "string" ? { added, removed } : undefined;
}

async function wideDoubts(index: LedgerIndex, told: readonly Source[], ranks: CommitRanks): Promise<Doubt[]> {
  if (told.every(({ leftBy }) => leftBy === null)) return [];
  const gaps = await index.decisions({ kinds: ["gap"] });
  return gaps.filter(({ paths = [] }) => paths.length === 0).map((record) => toDoubt(record, ranks, true));
}

const toDoubt = (record: DecisionRecord, ranks: CommitRanks, isWide: boolean): Doubt => ({
  when: momentOfDecision(record, ranks),
  // One that names no commit is looked for by its time: the lines that were committed before it are not in doubt.
  ...(record.revision === undefined && { at: typeof record.since === "string" ? record.since : record.timestamp }),
  why: reasonFor(record.decision),
  isWide,
});

/** Why what a decision tells of may be an agent's. */
export function reasonFor(decision: DecisionKind): string {
  const kind = doubtKinds.find((one) => one === decision);
  return kind === undefined ? "" : reasons[kind];
}

/** A tombstone that says nothing of the lines is none of Writ's: nobody may be taken for a person by it. */
async function erasedDoubts(index: LedgerIndex, path: string, ranks: CommitRanks): Promise<Doubt[]> {
  const silent = (await index.traces({ files: [path] })).filter(({ files, metadata }) => {
    if (metadata?.erased !== true) return false;
    const { op, binary, change }: Partial<TraceFileMeta> = metadata.files[path] ?? {};
    const claims = files
      .filter(({ relative_path }) => relative_path === path)
      .flatMap(({ conversations }) => conversations);
    const isTold = op === "delete" || binary === true || change !== undefined;
    return !isTold && claims.every(({ ranges }) => ranges.length === 0);
  });
  return silent.map((trace) => ({ when: momentOfTrace(trace, ranks), why: erased, isWide: false }));
}

/**
 * Records of other tools, from before Writ or brought in, that name the file and no lines that could be found: nobody
 * may be taken for a person by them either. They are in no chain and name no state of a file: nothing but their own word
 * tells when they came.
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
  return silent.map(({ timestamp: at }) => ({ when: momentByTime(at), at, why: claimed, isWide: false, isOnce: true }));
}

/** What came when a file's lines were not followed is nobody's, also once they can be. */
async function unfollowedDoubts(index: LedgerIndex, path: string, ranks: CommitRanks): Promise<Doubt[]> {
  const steps = await unfollowedSteps(index, path);
  return steps.map((step) => momentary(step, unfollowed, ranks));
}

const momentary = ({ trace }: FileStep, why: string, ranks: CommitRanks): Doubt => ({
  when: momentOfTrace(trace, ranks),
  why,
  isWide: false,
});

/** The clock of a disk goes in steps, on some of two seconds. */
const diskMs = 2_000;

/**
 * What is still running, or has not said how it ended, may have written to a file that changed since it was started. Of
 * that only this machine's clock and disk can tell.
 */
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
      ].map(({ from, why }) => ({ when: momentByTime(from, { isOver: false }), at: from, why, isWide: false })),
  };
}

/** What the lines of texts are told by, whatever they end in: what was not followed then may have other ends now. */
const keysIn = (texts: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => (text ?? "").split(/\r\n|\r|\n/)).map((line) => lineKey(line).key));
