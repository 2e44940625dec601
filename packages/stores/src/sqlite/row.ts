import { type DecisionKind, type DecisionRecord, doubtKinds, type TraceRecord } from "@writ/contracts";
import { decisionKind } from "../ledger/decision-kind.ts";
import { contentsInDoubt, doubtedIn, untoldIn } from "../ledger/doubted.ts";
import { countOf, othersIn } from "../ledger/line-counts.ts";
import { seqOf, timeOf } from "../ledger/order.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { isObject } from "../ledger/values.ts";
import { isDecisionRecord, type PublishedRecord } from "../publish/published-kind.ts";
import { lineKey, versionKey } from "./keys.ts";

/** What a record is looked up by. A number of the database each: never change one. */
export const spaces = {
  traceFile: 1,
  traceIntent: 2,
  traceSession: 3,
  decisionFile: 4,
  decisionIntent: 5,
  decisionSession: 6,
  decisionTicket: 7,
  model: 8,
  agent: 9,
  class: 10,
  doubted: 11,
  decisionKind: 12,
} as const;
export type Space = keyof typeof spaces;

/** Kinds that are asked for alone: there are few of them among very many others. */
export const soughtKinds: ReadonlySet<DecisionKind> = new Set([
  ...doubtKinds,
  ...(["undone", "paused", "resumed", "alarm", "acknowledged"] as const),
]);

export const traceNr = 0;
export const decisionNr = 1;

/** A word a record is found by; with the lines it changed there, where the word is a file or an intent. */
interface Word {
  space: Space;
  text: string;
  lines?: Lines;
}

interface Lines {
  added: number;
  removed: number;
  /** That others had added since the record before. */
  others: number;
}

/** What the index keeps of a record. */
export interface IndexRow {
  kind: typeof traceNr | typeof decisionNr;
  time: number;
  seq: number;
  session: string;
  model: string | null;
  agent: string;
  class: string | null;
  declared: string | null;
  lines: Lines;
  words: Word[];
  /** Versions of files, and lines it added. */
  marks: Mark[];
}

interface Mark {
  key: number;
  path: string;
}

/** The lines a trace added, each by its key. */
export type AddedIn = (record: TraceRecord) => { path: string; key: string }[];

/** The row of a record. Whatever stands in the record, it has one. */
export function toRow(record: PublishedRecord, addedIn: AddedIn): IndexRow {
  return isDecisionRecord(record) ? decisionRow(record) : traceRow(record, addedIn);
}

function decisionRow(record: DecisionRecord): IndexRow {
  const ticket = typeof record.ticket === "string" ? [record.ticket] : [];
  const words: Word[] = [
    ...toWords("decisionFile", new Set(decisionKind.files(record))),
    ...toWords("decisionIntent", decisionKind.intents(record)),
    ...toWords("decisionSession", [record.session]),
    ...toWords("decisionTicket", ticket),
    ...toWords("doubted", doubtedIn(record)),
    ...toWords("decisionKind", soughtKinds.has(record.decision) ? [record.decision] : []),
  ];
  return {
    kind: decisionNr,
    time: timeOf(record.timestamp),
    seq: seqOf(record),
    session: record.session,
    agent: text(record.agent),
    model: null,
    class: null,
    declared: null,
    lines: { added: 0, removed: 0, others: 0 },
    words,
    marks: contentsInDoubt(record).map(([path, hash]) => ({ key: versionKey(hash), path })),
  };
}

function traceRow(record: TraceRecord, addedIn: AddedIn): IndexRow {
  const { metadata, files } = record;
  const changed = new Map<string, Lines>();
  const lines = { added: 0, removed: 0, others: 0 };
  for (const file of files) {
    const path = file.relative_path;
    const added = addedLines(file);
    changed.set(path, {
      added: added + (changed.get(path)?.added ?? 0),
      removed: removedIn(metadata.files[path]),
      others: othersIn(metadata.files[path]),
    });
    lines.added += added;
  }
  for (const path in metadata.files) {
    lines.removed += removedIn(metadata.files[path]);
    lines.others += othersIn(metadata.files[path]);
  }
  const words: Word[] = [{ space: "traceSession", text: metadata.session }, ...toWords("doubted", untoldIn(record))];
  for (const path of traceKind.files(record)) {
    const there = changed.get(path);
    words.push(
      there === undefined ? { space: "traceFile", text: path } : { space: "traceFile", text: path, lines: there },
    );
  }
  const intents = traceKind.intents(record);
  // What belongs to no intent is counted too.
  for (const text of intents.length === 0 ? [""] : intents) words.push({ space: "traceIntent", text, lines });
  return {
    kind: traceNr,
    time: timeOf(record.timestamp),
    seq: seqOf(record),
    session: metadata.session,
    agent: text(metadata.agent),
    model: text(files[0]?.conversations[0]?.contributor.model_identifier),
    class: text(metadata.mutation_class),
    declared: text(metadata.declared_class),
    lines,
    words,
    marks: [...versionsIn(record), ...linesIn(record, addedIn)],
  };
}

function toWords(space: Space, texts: Iterable<string>): Word[] {
  return Array.from(texts, (text) => ({ space, text }));
}

function versionsIn({ metadata }: TraceRecord): Mark[] {
  const marks: Mark[] = [];
  for (const [path, meta] of Object.entries(metadata.files)) {
    if (!isObject(meta)) continue;
    const { from, after, blob, before, blob_before } = meta;
    const old = typeof from === "string" ? from : path;
    for (const version of [after, blob])
      if (typeof version === "string") marks.push({ key: versionKey(version), path });
    for (const version of [before, blob_before])
      if (typeof version === "string") marks.push({ key: versionKey(version), path: old });
  }
  return marks;
}

function linesIn(record: TraceRecord, addedIn: AddedIn): Mark[] {
  const marks: Mark[] = [];
  try {
    for (const { key, path } of addedIn(record)) {
      const number = lineKey(key);
      if (number !== null) marks.push({ key: number, path });
    }
  } catch {
    // Its parts are not what they should be; others' records may hold anything.
  }
  return marks;
}

function addedLines({ conversations }: TraceRecord["files"][number]): number {
  let sum = 0;
  for (const { ranges } of conversations)
    for (const { start_line, end_line } of ranges) sum += countOf(end_line - start_line + 1);
  return sum;
}

const removedIn = (meta: { removed?: unknown } | null | undefined): number => countOf(meta?.removed);

const text = (value: unknown): string => (typeof value === "string" ? value : "");
