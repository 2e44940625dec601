import type { TraceRecord } from "@writ/contracts";
import { fitting } from "./text.ts";

/** One earlier change of an intent, as much of it as a model needs. */
export interface RecentChange {
  at: string;
  tool: string;
  mutation_class: string;
  files: readonly string[];
  /** How many more files it touched. */
  more: number;
}

const shown = 5;

/** The last five changes, newest first, whoever wrote the records. */
export function recentChanges(traces: readonly TraceRecord[]): RecentChange[] {
  return [...traces]
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .slice(0, shown)
    .map(toRecentChange);
}

function toRecentChange(record: TraceRecord): RecentChange {
  const paths = record.files.map((file) => file.relative_path);
  const { kept, left } = fitting(paths, 800);
  return {
    at: record.timestamp,
    // Records of other tools have no metadata.
    tool: wordOf(record.metadata, "tool_name"),
    mutation_class: wordOf(record.metadata, "mutation_class"),
    files: kept,
    more: left,
  };
}

function wordOf(metadata: object | undefined, key: string): string {
  const value: unknown = metadata === undefined ? undefined : Reflect.get(metadata, key);
  return typeof value === "string" ? value : "unknown";
}
