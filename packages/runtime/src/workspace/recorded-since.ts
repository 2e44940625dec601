import type { TraceLedger, TraceRecord } from "@writ/contracts";

/**
 * The records of a file, newest first, that came after it held something: after the one that left it so, or from the one
 * on that met it so. Git may bring a file back to what it held before: the time a call began at tells those records apart,
 * and alone it tells nothing, since clocks are set.
 */
export async function recordedSince(
  traces: Pick<TraceLedger, "last">,
  path: string,
  held: string | null,
  { most, since }: { most: number; since: string },
): Promise<TraceRecord[]> {
  const newest = (await traces.last(most, { file: path, since })).map(({ record }) => record);
  const leftAs = newest.findIndex((record) => stateAfter(record, path) === held);
  if (leftAs >= 0) return newest.slice(0, leftAs);
  return newest.slice(0, newest.findLastIndex((record) => record.metadata?.files?.[path]?.before === held) + 1);
}

/** What a call left of a file; `undefined` where its record does not tell. */
function stateAfter({ metadata }: TraceRecord, path: string): string | null | undefined {
  const meta = metadata?.files?.[path];
  if (meta !== undefined) return meta.after;
  return Object.values(metadata?.files ?? {}).some(({ from }) => from === path) ? null : undefined;
}
