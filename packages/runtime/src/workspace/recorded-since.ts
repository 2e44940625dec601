import type { TraceLedger, TraceRecord } from "@writ/contracts";

/** The moment a call, or a look at the work tree, began. */
export interface Beginning {
  at: string;
  ledgerEnd?: number;
}

/**
 * The records of a file, newest first, that came after it held something: after the one that left it so, or from the one
 * on that met it so. Git or a person may bring a file back to what it held before: where the ledger ended when the call
 * began tells those records apart. Its time does so only for calls that version 0.1.0 began: clocks are set.
 */
export async function recordedSince(
  traces: Pick<TraceLedger, "last">,
  path: string,
  held: string | null,
  { most, since: { at, ledgerEnd } }: { most: number; since: Beginning },
): Promise<TraceRecord[]> {
  const found = await traces.last(most, { file: path, ...(ledgerEnd === undefined && { since: at }) });
  const newest = found.filter(({ offset }) => offset >= (ledgerEnd ?? 0)).map(({ record }) => record);
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
