import type { CarriedTrace, TraceFile } from "@writ/contracts";

/** Every path a record speaks of, wherever in it. */
export function* pathsIn(files: readonly TraceFile[], { files: metas, lines, raced }: CarriedTrace): Generator<string> {
  for (const { relative_path: path } of files) yield path;
  yield* Object.keys(lines);
  yield* raced ?? [];
  for (const [path, { from, change, since, given }] of Object.entries(metas)) {
    yield path;
    if (from !== undefined) yield from;
    for (const [, , , other] of [...(change?.kept ?? []), ...(since?.kept ?? [])]) if (other !== undefined) yield other;
    for (const [, , other] of given ?? []) yield other;
  }
}
