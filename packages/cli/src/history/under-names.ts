import type { FileName } from "@writ/runtime";
import type { LogEntry } from "./merge.ts";

/** What is on record about a file under each of its names, each entry once, oldest first. */
export async function* underNames(
  names: readonly FileName[],
  read: (name: string) => AsyncIterable<LogEntry>,
): AsyncIterable<LogEntry> {
  const [only] = names;
  if (only !== undefined && names.length === 1) return yield* read(only.name);
  const found = new Map<string, LogEntry>();
  for (const { name, until } of names)
    for await (const entry of read(name))
      if (until === null || entry.record.timestamp < until.at) found.set(entry.record.id, entry);
  yield* [...found.values()].sort((one, other) => (one.record.timestamp < other.record.timestamp ? -1 : 1));
}
