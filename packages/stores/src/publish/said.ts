import { hash } from "node:crypto";
import type { DecisionRecord, TraceFileMeta, TraceRecord } from "@writ/contracts";
import { keptOfFile } from "../ledger/tombstone.ts";
import { isInside } from "./allowed.ts";
import { isDecisionRecord, type PublishedRecord } from "./published-kind.ts";
import { toPublishedDecision } from "./sanitize.ts";
import { toPublishedTrace } from "./sanitize-trace.ts";

/** What a record says, in short, however it was published: an id alone does not tell that two records are the same. */
export interface Said {
  /** Which lines of which files it made; of a decision, everything. */
  places: number;
  /** Who made them, with what and why; 0 where that was erased. */
  names: number;
}

/** Whether the two can be the same record: nobody can tell what was erased from a record, but its lines must fit. */
export function isSame(one: Said, other: Said): boolean {
  return one.places === other.places && (one.names === other.names || one.names === 0 || other.names === 0);
}

/** Whether two records of one id say the same. */
export function saysTheSame(one: PublishedRecord, other: PublishedRecord): boolean {
  return isSame(saidBy(one), saidBy(other));
}

/** Each record once: what says the same under the same id is a copy, and the first of them counts. */
export function eachOnce<R extends PublishedRecord>(records: Iterable<R>): R[] {
  const byId = new Map<string, R[]>();
  const kept: R[] = [];
  for (const record of records) {
    const known = byId.get(record.id);
    if (known?.some((one) => saysTheSame(one, record)) === true) continue;
    if (known?.push(record) === undefined) byId.set(record.id, [record]);
    kept.push(record);
  }
  return kept;
}

/** Only what every Writ publishes is looked at, so that one that publishes more says the same. */
export function saidBy(record: PublishedRecord): Said {
  try {
    if (isDecisionRecord(record)) return { places: numberOf(decided(record)), names: 1 };
    // How others put it stays in the working copy.
    const trace = record.metadata.imported === undefined ? record : asPublished(record);
    return { places: numberOf(placesIn(trace)), names: trace.metadata.erased === true ? 0 : numberOf(namesIn(trace)) };
  } catch {
    // Its parts are not what they should be, or too deep; Writ wrote no such record, so it is the same as no other.
    return { places: 0, names: -1 };
  }
}

const asPublished = (record: TraceRecord): TraceRecord => {
  const { metadata, ...rest } = toPublishedTrace(record, "");
  return { ...rest, metadata: { ...record.metadata, ...metadata } };
};

/** Forty-eight bits, and never 0. */
const numberOf = (said: unknown): number =>
  1 + Number.parseInt(hash("sha256", JSON.stringify(said), "hex").slice(0, 12), 16);

function placesIn({ timestamp, files, metadata }: TraceRecord): unknown {
  const ranges = files.flatMap(({ relative_path: path, conversations }) => {
    const all = conversations.flatMap((conversation) => conversation.ranges);
    return all.map(({ start_line, end_line, content_hash }) => [path, start_line, end_line, content_hash]);
  });
  return [
    timestamp,
    ranges.filter(([path]) => isInside(String(path))).sort(byPath),
    inside(metadata.files).map(([path, meta]) => [path, keptOfFile.map((key) => partOf(meta, key))]),
    inside(metadata.lines),
  ];
}

function partOf(meta: TraceFileMeta, key: keyof TraceFileMeta): unknown {
  if (key === "from") return meta.from !== undefined && isInside(meta.from) ? meta.from : null;
  if (key === "change") return meta.change && [meta.change.length, meta.change.kept];
  if (key !== "since" || !meta.since) return meta[key];
  const { length, kept, version, unknown, lines } = meta.since;
  return [length, kept, version, unknown, lines];
}

function namesIn({ files, metadata }: TraceRecord): unknown {
  const { agent, session, tool_name, intent, ticket, mutation_class, raced, imported } = metadata;
  const makers = files
    .filter(({ relative_path }) => isInside(relative_path))
    .map(({ relative_path, conversations }) => [
      relative_path,
      conversations.map(({ contributor }) => [contributor.entity_type, contributor.model_identifier]),
    ]);
  const overtaken = Array.isArray(raced) ? raced.filter(isInside) : null;
  return [agent, session, tool_name, intent, ticket, mutation_class, overtaken, imported !== undefined, makers];
}

const decidedBy = [
  ...["decision", "agent", "session", "intent", "code", "ticket", "grant", "by", "assurance", "until"],
  ...["reason", "paths", "globs", "contents", "erased", "repaired"],
];

function decided(record: DecisionRecord): unknown {
  const published: Record<string, unknown> = { ...toPublishedDecision(record, "") };
  // Records of earlier releases have no lines, and what they say was numbered without.
  const { lines } = published;
  return [record.timestamp, decidedBy.map((key) => published[key]), ...(lines === undefined ? [] : [lines])];
}

const inside = <T>(byFile: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(byFile).filter(([path]) => isInside(path));

const byPath = ([one]: readonly unknown[], [other]: readonly unknown[]): number =>
  String(one) < String(other) ? -1 : one === other ? 0 : 1;
