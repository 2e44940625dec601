import {
  type AddedLine,
  type DecisionRecord,
  type LedgerIndex,
  leastLineSize,
  mostSameLines,
  type PairTally,
  type Tally,
  type TallyBy,
  type TraceQuery,
  type TraceRecord,
} from "@writ/contracts";
import { decisionKind } from "../ledger/decision-kind.ts";
import { contentsInDoubt, doubtedIn, untoldIn } from "../ledger/doubted.ts";
import { othersIn } from "../ledger/line-counts.ts";
import { dayOf, inOrder, timeOf } from "../ledger/order.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { eachOnce } from "../publish/said.ts";

/** What an index is made of. */
export interface IndexedRecords {
  traces: readonly TraceRecord[];
  decisions: readonly DecisionRecord[];
  /** The lines a trace added, each by its key. */
  addedIn(record: TraceRecord): { path: string; key: string }[];
}

/** What ledgers hold, in memory: for tests, and where no database can be had. */
export function openMemoryIndex({ traces, decisions, addedIn }: IndexedRecords): LedgerIndex {
  // A record that is both live and published counts once, as it is live.
  const byTime = eachOnce(traces).sort(inOrder);
  const answers = eachOnce(decisions).sort(inOrder);
  // A gate asks about every file of a change, so nothing is gone through once a question.
  const places = once(() => placesByFile(byTime));
  const ids = once(() => new Map([...byTime].reverse().map((record) => [record.id, record])));
  const versions = once(() => filesByVersion(byTime, answers));
  const added = once(() => addedByKey(byTime, addedIn));
  const among = ({ files }: TraceQuery): readonly TraceRecord[] => {
    if (files === undefined) return byTime;
    const found = new Set(files.flatMap((file) => places().get(file) ?? []));
    return [...found].sort((one, other) => one - other).flatMap((at) => byTime[at] ?? []);
  };
  const find = (query: TraceQuery): TraceRecord[] => among(query).filter((record) => isWanted(record, query));
  return {
    update: async () => {},
    traces: async (query) => find(query),
    lastTraces: async (count, query) => (count <= 0 ? [] : find(query).slice(-count).reverse()),
    trace: async (id) => ids().get(id) ?? null,
    decisions: async ({ intent, session, ticket, path, kinds, since, until }) =>
      answers.filter(
        (record) =>
          (intent === undefined || record.intent === intent) &&
          (session === undefined || record.session === session) &&
          (ticket === undefined || record.ticket === ticket) &&
          (path === undefined || decisionKind.files(record).includes(path)) &&
          (kinds === undefined || kinds.includes(record.decision)) &&
          isWithin(record, since, until),
      ),
    contested: async () => [...new Set([...twiceIn(byTime), ...twiceIn(answers)])].sort(),
    filesWith: async (version) => [...(versions().get(version) ?? [])],
    addedLines: async (keys) => keys.flatMap((key) => added().get(key)?.slice(-mostSameLines) ?? []),
    files: async () => [...new Set(byTime.flatMap(traceKind.files))].sort(),
    doubted: async () => [...new Set([...byTime.flatMap(untoldIn), ...answers.flatMap(doubtedIn)])].sort(),
    tally: async (by, query = {}) => tallied(find(query), by),
    tallyPairs: async (by, and, query = {}) => talliedPairs(find(query), by, and),
    async countEach(by, and, query = {}) {
      const counts = new Map<string, number>();
      for (const { key } of talliedPairs(find(query), by, and)) counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts;
    },
    close: () => {},
  };
}

/** The ids that are there again. */
function twiceIn(records: readonly { id: string }[]): string[] {
  const last = new Map(records.map(({ id }, at) => [id, at]));
  return records.flatMap(({ id }, at) => (last.get(id) === at ? [] : [id]));
}

/** Makes something when it is first wanted. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Where the records of each file stand among all. */
function placesByFile(traces: readonly TraceRecord[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, record] of traces.entries())
    for (const name of traceKind.files(record)) {
      const known = places.get(name);
      if (known === undefined) places.set(name, [at]);
      else known.push(at);
    }
  return places;
}

/** The files that are known to have had each content. */
function filesByVersion(
  traces: readonly TraceRecord[],
  decisions: readonly DecisionRecord[],
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (version: string | null | undefined, name: string): void => {
    if (version == null) return;
    const names = found.get(version);
    if (names === undefined) found.set(version, new Set([name]));
    else names.add(name);
  };
  for (const { metadata } of traces)
    for (const [path, { after, blob, before, blob_before, from = path }] of Object.entries(metadata?.files ?? {})) {
      for (const version of [after, blob]) add(version, path);
      for (const version of [before, blob_before]) add(version, from);
    }
  for (const decision of decisions) for (const [name, hash] of contentsInDoubt(decision)) add(hash, name);
  return found;
}

/** Of those about the right files. */
function isWanted(record: TraceRecord, { intent, session, since, until }: TraceQuery): boolean {
  if (intent !== undefined && !traceKind.intents(record).includes(intent)) return false;
  if (session !== undefined && traceKind.session(record) !== session) return false;
  return isWithin(record, since, until);
}

function isWithin({ timestamp }: { timestamp: string }, since: string | undefined, until: string | undefined): boolean {
  const at = timeOf(timestamp);
  return (since === undefined || at >= timeOf(since)) && (until === undefined || at < timeOf(until));
}

function addedByKey(traces: readonly TraceRecord[], addedIn: IndexedRecords["addedIn"]): Map<string, AddedLine[]> {
  const byKey = new Map<string, AddedLine[]>();
  for (const record of traces)
    for (const { key, path } of addedIn(record)) {
      if (!(Number.parseInt(key, 10) >= leastLineSize)) continue;
      const known = byKey.get(key);
      const line = { key, trace: record.id, path };
      if (known === undefined) byKey.set(key, [line]);
      else if (known.at(-1)?.trace !== record.id || known.at(-1)?.path !== path) known.push(line);
    }
  return byKey;
}

const conversationOf = ({ files }: TraceRecord) => files[0]?.conversations[0];
const keysBy: Record<TallyBy, (record: TraceRecord) => readonly string[]> = {
  intent: (record) => (traceKind.intents(record).length === 0 ? [""] : traceKind.intents(record)),
  file: (record) => record.files.map((file) => file.relative_path),
  model: (record) => [conversationOf(record)?.contributor.model_identifier ?? ""],
  session: (record) => [traceKind.session(record)],
  agent: (record) => [record.metadata?.agent ?? ""],
  day: ({ timestamp }) => [dayOf(timeOf(timestamp))],
  class: (record) => [record.metadata?.mutation_class ?? ""],
  declared: (record) => [record.metadata?.declared_class ?? ""],
};

const nothing = { traces: 0, linesAdded: 0, linesRemoved: 0, linesByOthers: 0 };

function tallied(traces: readonly TraceRecord[], by: TallyBy): Tally[] {
  const found = new Map<string, Tally>();
  for (const record of traces)
    for (const key of keysBy[by](record)) {
      const sum = found.get(key) ?? { key, ...nothing };
      found.set(key, sum);
      add(sum, linesIn(record, by === "file" ? key : null));
    }
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function talliedPairs(traces: readonly TraceRecord[], by: TallyBy, and: TallyBy): PairTally[] {
  const found = new Map<string, Map<string, PairTally>>();
  for (const record of traces)
    for (const key of new Set(keysBy[by](record))) {
      const others = found.get(key) ?? new Map<string, PairTally>();
      found.set(key, others);
      for (const other of new Set(keysBy[and](record))) {
        const sum = others.get(other) ?? { key, and: other, ...nothing };
        others.set(other, sum);
        add(sum, linesIn(record, by === "file" ? key : null));
      }
    }
  return [...found.values()]
    .flatMap((others) => [...others.values()])
    .sort((one, other) => (one.key === other.key ? (one.and < other.and ? -1 : 1) : one.key < other.key ? -1 : 1));
}

function add(sum: Tally, lines: Omit<Tally, "key" | "traces">): void {
  sum.traces += 1;
  sum.linesAdded += lines.linesAdded;
  sum.linesRemoved += lines.linesRemoved;
  sum.linesByOthers += lines.linesByOthers;
}

function linesIn(record: TraceRecord, file: string | null): Omit<Tally, "key" | "traces"> {
  const isWanted = (path: string) => file === null || path === file;
  const ranges = record.files
    .filter(({ relative_path }) => isWanted(relative_path))
    .flatMap(({ conversations }) => conversations.flatMap((conversation) => conversation.ranges));
  const metas = Object.entries(record.metadata?.files ?? {}).filter(([path]) => isWanted(path));
  return {
    linesAdded: ranges.reduce((sum, { start_line, end_line }) => sum + end_line - start_line + 1, 0),
    linesRemoved: metas.reduce((sum, [, meta]) => sum + (meta.removed ?? 0), 0),
    linesByOthers: metas.reduce((sum, [, meta]) => sum + othersIn(meta), 0),
  };
}
