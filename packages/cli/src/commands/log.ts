import {
  type DecisionRecord,
  fail,
  type LedgerEntry,
  type LedgerProblem,
  type LedgerQuery,
  type TraceRecord,
} from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { count, defineCommand, text } from "../command.ts";
import { formatEntry } from "../history/format.ts";
import { type LogEntry, mergeByTime } from "../history/merge.ts";
import { underNames } from "../history/under-names.ts";
import { sayUnread } from "../history/unread.ts";
import { openToRead } from "../open-to-read.ts";
import { fromRoot } from "../paths.ts";
import { parseSince } from "../text/duration.ts";

/** How many entries a person is shown when they do not say. */
const screenful = 30;

export default defineCommand({
  name: "log",
  summary: "Show what was changed and decided, oldest first",
  who: "anyone",
  args: {},
  options: {
    intent: text("ID", "only this intent"),
    file: text("PATH", "only this file, under the names it had too"),
    session: text("ID", "only this session"),
    since: text("WHEN", "only from then on: 2h, 3d, 2026-01-31"),
    number: count("N", "only the newest N; 0 for all", "n"),
  },
  examples: [
    ["log", `the newest ${screenful}`],
    ["log --intent INT-001 --since 2d", "one intent, two days"],
    ["log --json -n 100", "one record a line, with kind: trace or decision"],
  ],

  async run({ intent, file, session, since, number, json }, context) {
    const { print, error, paint, now, cwd } = context;
    const from = since === undefined ? undefined : parseSince(since, now());
    if (from === null)
      throw fail("USAGE", { message: `--since ${since} is no time.`, fix: "Say 2h, 3d, or 2026-01-31." });
    const writ = await openToRead(context);
    const query: LedgerQuery = {
      ...(intent !== undefined && { intent }),
      ...(session !== undefined && { session }),
      ...(from !== undefined && { since: from }),
    };
    const problems: LedgerProblem[] = [];
    const wanted = number ?? (json ? 0 : screenful);
    const read = (of: LedgerQuery) => (wanted === 0 ? readAll(writ, of, problems) : readLast(writ, of, wanted));
    const entries =
      file === undefined
        ? read(query)
        : readFile(writ, fromRoot(writ.root, cwd, file), wanted, (name) => read({ ...query, file: name }));
    let shown = 0;
    for await (const entry of entries) {
      shown += 1;
      print(json ? JSON.stringify({ kind: entry.kind, ...entry.record }) : formatEntry(entry, paint));
    }
    if (!json && shown === 0) print("Nothing recorded yet that fits.");
    if (!json && number === undefined && shown === screenful)
      error(paint.dim(`The newest ${screenful}; all of them with: writ log -n 0`));
    for (const line of sayUnread(problems, writ.root)) error(line);
    return 0;
  },
});

function readAll(writ: Writ, query: LedgerQuery, problems: LedgerProblem[]): AsyncIterable<LogEntry> {
  const note = (problem: LedgerProblem) => void problems.push(problem);
  return mergeByTime(writ.decisions.read(query, note), writ.traces.read(query, note));
}

/** The newest of both ledgers, without reading either from the start. */
async function* readLast(writ: Writ, query: LedgerQuery, wanted: number): AsyncIterable<LogEntry> {
  const decisions = (await writ.decisions.last(wanted, query)).reverse();
  const traces = (await writ.traces.last(wanted, query)).reverse();
  const merged: LogEntry[] = [];
  for await (const entry of mergeByTime(each(decisions), each(traces))) merged.push(entry);
  yield* merged.slice(-wanted);
}

/** The newest about one file, or all. */
async function* readFile(
  writ: Writ,
  path: string,
  wanted: number,
  read: (name: string) => AsyncIterable<LogEntry>,
): AsyncIterable<LogEntry> {
  const names = await writ.names(path).catch(() => [{ name: path, until: null }]);
  if (wanted === 0) return yield* underNames(names, read);
  const found: LogEntry[] = [];
  for await (const entry of underNames(names, read)) found.push(entry);
  yield* found.slice(-wanted);
}

async function* each<R extends DecisionRecord | TraceRecord>(
  entries: readonly LedgerEntry<R>[],
): AsyncIterable<LedgerEntry<R>> {
  yield* entries;
}
