import { readFileSync } from "node:fs";

/** The ids of one kind of case in the corpus. */
export function idsOf(wanted: string): string[] {
  return readFileSync(new URL("corpus/bypass.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): { id: string; kind: string } => JSON.parse(line))
    .filter(({ kind }) => kind === wanted)
    .map(({ id }) => id);
}
