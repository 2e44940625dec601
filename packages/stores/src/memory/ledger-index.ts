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
  const find = (query: TraceQuery): TraceRecord[] => byTime.filter((record) => isWanted(record, query));
  let added: Map<string, AddedLine[]> | null = null;
  return {
    update: async () => {},
    traces: async (query) => find(query),
    lastTraces: async (count, query) => (count <= 0 ? [] : find(query).slice(-count).reverse()),
    trace: async (id) => byTime.find((record) => record.id === id) ?? null,
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
    filesWith: async (version) => {
      const names = byTime.flatMap((record) =>
        Object.entries(record.metadata?.files ?? {}).flatMap(([path, meta]) => [
          ...([meta.after, meta.blob].includes(version) ? [path] : []),
          ...([meta.before, meta.blob_before].includes(version) ? [meta.from ?? path] : []),
        ]),
      );
      const doubted = answers.flatMap(contentsInDoubt).flatMap(([name, hash]) => (hash === version ? [name] : []));
      return [...new Set([...names, ...doubted])];
    },
    async addedLines(keys) {
      added ??= addedByKey(byTime, addedIn);
      return keys.flatMap((key) => added?.get(key)?.slice(-mostSameLines) ?? []);
    },
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

function isWanted(record: TraceRecord, { files, intent, session, since, until }: TraceQuery): boolean {
  if (files !== undefined && !traceKind.files(record).some((name) => files.includes(name))) return false;
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
