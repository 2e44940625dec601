import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** One everyday task: the repository it starts in, what the intent owns, and the calls an agent made. */
export interface Recording {
  readonly name: string;
  readonly task: string;
  readonly scope: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly calls: readonly RecordedCall[];
}

/** A call as Claude Code sends it. `/ws` stands for the workspace. */
export interface RecordedCall {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  /** What the command would have left behind; `null` for a file that goes. Commands are judged, not run. */
  readonly then?: Readonly<Record<string, string | null>>;
  /** Why a reasonable person wants to be asked about it. */
  readonly wanted?: string;
}

/** Reads every recording of a folder, in order of their names. */
export function readRecordings(folder: string): Recording[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => {
      const [first, ...calls] = readFileSync(join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
      return { name: basename(name, ".jsonl"), ...first, calls };
    });
}
