import { fail, type LedgerProblem, type LedgerQuery } from "@writ/contracts";
import type { FileName, Writ } from "@writ/runtime";
import { listening } from "../blame/listening.ts";
import { count, defineCommand, flag, text } from "../command.ts";
import { formatEntry } from "../history/format.ts";
import { readLive } from "../history/live.ts";
import type { LogEntry } from "../history/merge.ts";
import { hasPublished, openPublished } from "../history/published.ts";
import { underNames } from "../history/under-names.ts";
import { sayUnread } from "../history/unread.ts";
import type { Context } from "../io.ts";
import { openToRead } from "../open-to-read.ts";
import { fromRoot } from "../paths.ts";
import { parseSince } from "../text/duration.ts";
import { withProgress } from "../text/progress.ts";
import { refuseUnknownIntent } from "../unknown-intent.ts";

/** How many entries a person is shown when they do not say. */
const screenful = 30;

export default defineCommand({
  name: "log",
  summary: "Show what was changed and decided, in the order of recording",
  about:
    "What this working copy recorded; where nothing of that fits, as in a fresh clone, what was published with commits. Imported records stand where they were imported.",
  who: "anyone",
  args: {},
  options: {
    intent: text("ID", "only this intent"),
    file: text("PATH", "only this file, under the names it had too"),
    session: text("ID", "only this session"),
    since: text("WHEN", "only from then on: 2h, 3d, 2026-01-31"),
    published: flag("what was published with commits too, each record once, by time"),
    number: count("N", "only the newest N; 0 for all", "n"),
  },
  examples: [
    ["log", `the newest ${screenful}`],
    ["log --intent INT-001 --since 2d", "one intent, two days"],
    ["log --published", "others' records too, as far as they were committed"],
    ["log --json -n 100", "one record a line, with kind: trace or decision"],
  ],

  async run({ intent, file, session, since, published, number, json }, context) {
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
    const names = file === undefined ? null : await namesOf(writ, fromRoot(writ.root, cwd, file), context);
    const show = async (read: (of: LedgerQuery) => AsyncIterable<LogEntry>): Promise<number> => {
      const entries = names === null ? read(query) : readNames(names, wanted, (name) => read({ ...query, file: name }));
      let shown = 0;
      for await (const entry of entries) {
        shown += 1;
        print(json ? JSON.stringify({ kind: entry.kind, ...entry.record }) : formatEntry(entry, paint));
      }
      return shown;
    };
    const live = published ? 0 : await show((of) => readLive(writ, of, { wanted, problems }));
    const isElsewhere = published || (live === 0 && (await hasPublished(writ.root)));
    const shown = isElsewhere ? await showPublished() : live;
    // A line that cannot be read may be the one that tells of it.
    if (intent !== undefined && shown === 0 && problems.length === 0) await refuseUnknownIntent(writ, intent, context);
    if (!json && shown === 0) print("Nothing recorded yet that fits.");
    if (!json && !published && live === 0 && shown > 0)
      error(paint.dim("Nothing that fits was recorded in this working copy; these were published with commits."));
    if (!json && number === undefined && shown === screenful)
      error(paint.dim(`The newest ${screenful}; all of them with: writ log -n 0`));
    for (const line of sayUnread(problems, writ.root)) error(line);
    return 0;

    async function showPublished(): Promise<number> {
      const reader = await listening(context, (listener) => openPublished(writ, listener));
      try {
        return await show((of) => reader.read(of, wanted));
      } finally {
        reader.close();
      }
    }
  },
});

const namesOf = (writ: Writ, path: string, context: Context): Promise<FileName[]> =>
  withProgress(context, "Reading the ledgers", (onProgress) => writ.names(path, { onProgress })).catch(() => [
    { name: path, until: null },
  ]);

/** The newest about one file, or all. */
async function* readNames(
  names: readonly FileName[],
  wanted: number,
  read: (name: string) => AsyncIterable<LogEntry>,
): AsyncIterable<LogEntry> {
  if (wanted === 0) return yield* underNames(names, read);
  const found: LogEntry[] = [];
  for await (const entry of underNames(names, read)) found.push(entry);
  yield* found.slice(-wanted);
}
