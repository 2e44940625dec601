import type { TraceRecord } from "@writ/contracts";
import { asImported, type Brought } from "./as-imported.ts";
import { importedId, toUuid } from "./ids.ts";
import type { Means } from "./means.ts";
import { toRecordPath } from "./path-problem.ts";

/**
 * S0's flat record, or S1's nested one, as a trace that is marked as imported. `read` is what the ledger's own reader
 * made of it, which fills in what is missing.
 */
export function fromForeign(
  value: Readonly<Record<string, unknown>>,
  read: TraceRecord,
  at: string,
  means: Means,
): Brought {
  const timestamp = means.toUtc(read.timestamp);
  if (timestamp === null) return { reason: "it has no time, or one that is no moment" };
  // A line of Writ's own says everything already.
  const isOurs = read.metadata.writer !== "";
  // What was imported there already is still the same record.
  const name = read.metadata.imported?.id ?? read.id;
  const id = toUuid(name, means.hash);
  const own = importedId(id, means.hash);
  const path = (given: string): string => (isOurs ? given : toRecordPath(given));
  const { imported: _, ...metadata } = read.metadata;
  return asImported(
    {
      id,
      timestamp,
      vcs: { revision_id: read.vcs.revision_id },
      files: read.files.map((file) => ({ ...file, relative_path: path(file.relative_path) })),
      metadata: {
        ...metadata,
        ...(!isOurs && { invocation_id: own, call_id: own }),
        files: Object.fromEntries(
          Object.entries(metadata.files).map(([name, { after, ...rest }]) => [
            path(name),
            { ...rest, after: isOurs || isHash(after) ? after : null },
          ]),
        ),
      },
      part: ["metadata"],
    },
    {
      format: Array.isArray(value.files) ? "s1" : "s0",
      at,
      id: name,
      ...(!isOurs && { original: { ...value } }),
    },
    means,
  );
}

/** A third of the hashes in the wild are none: those name no content. */
const isHash = (text: string | null): boolean => text !== null && /^sha256:[0-9a-f]{64}$/.test(text);
