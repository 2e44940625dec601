import { relative, sep } from "node:path";
import { type Chained, type ContentHash, type DecisionRecord, fail, type TraceRecord } from "@writ/contracts";
import {
  decisionKind,
  doomedIn,
  type Erasing,
  forgetPointers,
  type LedgerPlace,
  listPublished,
  livePlace,
  publishedKind,
  type RecordKind,
  spliceFile,
  traceKind,
  withFileLock,
} from "@writ/stores";
import { sizeOf } from "../file-size.ts";
import { stage } from "../git/stage.ts";
import { alarmsOnRecord } from "../snapshot/alarms/alarm-book.ts";
import { followBytes, type OnBytes } from "../verify/follow-bytes.ts";
import { mostListed } from "../workspace/most-listed.ts";
import { publish } from "../workspace/publish.ts";
import type { Workspace } from "../workspace/types.ts";
import { alarmOf, chooser, type EraseChoice, recordChooser } from "./choose.ts";
import { type LeftBehind, leftBehind } from "./left.ts";
import { leftOnBranches } from "./on-branches.ts";
import { eraseState } from "./state.ts";

/** What is to go, and who wants it. */
export interface EraseRequest {
  choice: EraseChoice;
  by: Pick<DecisionRecord, "by" | "assurance">;
  /** Only say what would go. */
  dryRun: boolean;
  /** Lines that Writ itself put into files of people, in which nobody is named. */
  shipped?: ReadonlySet<string>;
  onProgress?: OnBytes;
}

/** What went. */
export interface Erased {
  traces: number;
  decisions: number;
  /** Records in tracked files, and those files, from the root. */
  published: number;
  files: string[];
  /** The tracked files with the record of it: without them, nobody elsewhere could account for the tombstones. */
  accounts: string[];
  /** Things of `.state/` and the logs. */
  state: number;
  /** Where it still stands: what an erasure cannot take away by itself. With a dry run, where it stands now. */
  left: LeftBehind[];
}

interface Target extends LedgerPlace {
  kind: RecordKind<Chained>;
  count: "traces" | "decisions" | "published";
  /** Its length when we began: what comes later was not listed. */
  to: number;
}

/**
 * Takes a person's data away for good. What goes is written down first, by hashes, and then a tombstone takes each
 * line's place: a kill in between leaves lines that a second run takes, never a tombstone nobody can account for.
 */
export async function erase(workspace: Workspace, request: EraseRequest): Promise<Erased> {
  const lock = livePlace("erase", workspace.paths.state).lock;
  return withFileLock(lock, () => eraseInTurn(workspace, request));
}

async function eraseInTurn(workspace: Workspace, request: EraseRequest): Promise<Erased> {
  const { choice, by, dryRun, shipped, onProgress } = request;
  const { root, ports } = workspace;
  const at = ports.now();
  const targets = await targetsOf(workspace);
  const isDoomed = await recordsThatGo(workspace, choice);
  // All of it is looked through, searched for what is left, and rewritten in between unless this only looks.
  const bytes = targets.reduce((sum, { to }) => sum + to, 0);
  const follow = followBytes(bytes * (dryRun ? 2 : 3), onProgress);
  const erasing = ({ file, kind, to }: Target): Erasing<Chained> => ({
    file,
    kind,
    to,
    onProgress: follow,
    isDoomed: (record) => isDoomed(record as TraceRecord | DecisionRecord),
  });

  const erased: Erased = { traces: 0, decisions: 0, published: 0, files: [], accounts: [], state: 0, left: [] };
  const hit: Target[] = [];
  const answers = new Set<string>();
  const book = bookOf(workspace, by, dryRun);
  for (const target of targets) {
    let count = 0;
    for await (const { pair, record } of doomedIn(erasing(target))) {
      count += 1;
      const { ticket, grant } = record as Partial<DecisionRecord>;
      for (const id of [ticket, grant]) if (id !== undefined && "decision" in record) answers.add(id);
      if (pair !== null) await book.add(pair);
    }
    erased[target.count] += count;
    if (count > 0) hit.push(target);
  }
  const state = { choice: chooser(choice), answers, at, dryRun };
  erased.state = await eraseState(workspace, choice, state);
  const tracked = hit.filter((target) => target.count === "published").map(({ file }) => file);
  erased.files = tracked.map((file) => relative(root, file).split(sep).join("/"));
  const left = async (): Promise<LeftBehind[]> => [
    ...(await leftBehind(workspace, choice, { shipped, onProgress: follow })),
    ...(await leftOnBranches(workspace, isDoomed)),
  ];
  if (dryRun) return { ...erased, left: await left() };

  await book.close();
  for (const target of hit) {
    await withFileLock(target.lock, () => spliceFile(target.file, doomedIn(erasing(target))));
    if (target.index !== undefined) forgetPointers(target.index);
  }
  const { config } = await workspace.readConfig();
  // Whoever has the tracked files must be able to tell the tombstones from forged ones.
  if (tracked.length > 0 || config.ledger === "single") {
    erased.accounts = (await publish(workspace, { files: [], settled: true })).files;
    await stage(root, tracked);
  }
  return { ...erased, left: await left() };
}

/** Every ledger there is, live and published. */
async function targetsOf({ paths }: Workspace): Promise<Target[]> {
  const publishing = livePlace("publish", paths.state).lock;
  const published = (await listPublished(paths.published)).map((file): Omit<Target, "to"> => {
    return { file, lock: publishing, kind: plain(publishedKind), count: "published" };
  });
  const places: Omit<Target, "to">[] = [
    { ...livePlace(paths.traces, paths.state), kind: plain(traceKind), count: "traces" },
    { ...livePlace(paths.decisions, paths.state), kind: plain(decisionKind), count: "decisions" },
    ...published,
  ];
  return Promise.all(places.map(async (place) => ({ ...place, to: await sizeOf(place.file) })));
}

/** Which records go. Alarms nobody has looked at do not: nobody may be silenced this way. */
async function recordsThatGo({ decisions }: Workspace, choice: EraseChoice) {
  const isChosen = chooser(choice);
  const acknowledged = new Set<string>();
  for await (const { record } of decisions.read({ decisions: ["acknowledged"] }))
    if (isChosen({ session: record.session, by: record.by, at: record.timestamp })) acknowledged.add(alarmOf(record));
  const open = await alarmsOnRecord(decisions);
  const silenced = open.filter(({ session, at }) => isChosen({ session: session ?? undefined, at }));
  if (silenced.length > 0) {
    throw fail("STORE_FAILED", {
      action: "erase records",
      reason: `an alarm among them is open (${silenced[0]?.id})`,
      fix: "Look at it first: writ alarms",
    });
  }
  return recordChooser(choice, acknowledged);
}

/** Writes down what goes, as many lines a record as it may list. */
function bookOf({ decisions, ports }: Workspace, by: EraseRequest["by"], dryRun: boolean) {
  let listed: [ContentHash, ContentHash][] = [];
  const flush = async (): Promise<void> => {
    if (dryRun || listed.length === 0) return;
    await decisions.append({
      id: ports.id(),
      timestamp: ports.now(),
      decision: "erased",
      agent: "person",
      session: "cli",
      intent: null,
      ...by,
      reason: `${listed.length} records`,
      erased: listed,
      metadata: {},
    });
    listed = [];
  };
  return {
    async add(pair: [ContentHash, ContentHash]): Promise<void> {
      if (dryRun) return;
      listed.push(pair);
      if (listed.length === mostListed) await flush();
    },
    close: flush,
  };
}

/** Kinds differ only in what they read; which records go is decided by what they hold. */
function plain<R extends Chained>({ parse }: RecordKind<R>): RecordKind<Chained> {
  return { parse, intents: () => [], files: () => [], session: () => "", hashes: () => [], decision: () => null };
}
