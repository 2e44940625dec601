import { type LineRange, toLineRange } from "../blame/line-range.ts";

/** A file, and the lines of it that are asked about; `null` for the file itself. */
export interface Place {
  readonly file: string;
  readonly lines: LineRange | null;
}

const withLines = /^(.+):(\d+(?:[-,]\+?\d*)?):?$/s;
/** As compilers and editors print it; the column says nothing here. */
const withColumn = /^(.+):(\d+):\d+:?$/s;

/** `src/a.ts`, `src/a.ts:12`, `src/a.ts:12-20`, `C:\a.ts:12`. What `exists` says is a file is one, colons and all. */
export function parsePlace(typed: string, exists: (file: string) => boolean): Place {
  const plain = withLines.exec(typed);
  const found = exists(plain?.[1] ?? "") ? plain : (withColumn.exec(typed) ?? plain);
  const [, file = "", range = ""] = found ?? [];
  // `C:12` is a file of the drive's own folder.
  const isDrive = /^[A-Za-z]$/.test(file) && !exists(file);
  if (range === "" || isDrive || exists(typed)) return { file: typed, lines: null };
  return { file, lines: toLineRange(`${file}:`, range, "place") };
}
