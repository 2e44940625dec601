import type { DecisionRecord, TraceFileMeta, TraceMetadata, TraceRecord } from "@writ/contracts";
import type { Decided, IntentFacts, RecordedChange, Touched } from "./types.ts";

/** What a record says of the call that made it, and of one of its files. Others' records may lack any of it. */
export function toChange(
  record: TraceRecord,
  path: string,
  intentOf: (id: string) => IntentFacts,
  decisions: readonly DecisionRecord[],
): RecordedChange {
  const metadata: Partial<TraceMetadata> = record.metadata ?? {};
  const file: Partial<TraceFileMeta> & { symbols?: unknown } = metadata.files?.[path] ?? {};
  const conversation = record.files.find((one) => one.relative_path === path)?.conversations[0];
  const intent = intentIn(record);
  const erased = metadata.erased === true;
  return {
    trace: record.id,
    at: record.timestamp,
    agent: erased ? null : (metadata.agent ?? null),
    model: erased ? null : (conversation?.contributor.model_identifier ?? null),
    session: erased ? null : (metadata.session ?? conversation?.url ?? null),
    tool: erased ? null : (metadata.tool ?? null),
    op: file.op ?? null,
    from: file.from ?? null,
    intent: intent === null ? null : intentOf(intent),
    class: metadata.mutation_class ?? "UNKNOWN",
    declared: metadata.declared_class ?? null,
    symbols: textsIn(file.symbols),
    raced: metadata.raced?.includes(path) ?? false,
    would: metadata.would ?? null,
    ticket: metadata.ticket ?? null,
    imported: metadata.imported === undefined ? null : { format: metadata.imported.format, at: metadata.imported.at },
    erased,
    decisions: decisions.map(toDecided),
    files: record.files.map((one) => toTouched(one, metadata.files)),
  };
}

/** The intent a record was made under. */
export function intentIn({ metadata, files }: TraceRecord): string | null {
  if (metadata?.intent !== undefined) return metadata.intent;
  const related = files.flatMap(({ conversations }) => conversations.flatMap((one) => one.related ?? []));
  return related.find(({ type }) => type === "specification")?.value ?? null;
}

function toTouched(file: TraceRecord["files"][number], files: TraceMetadata["files"] | undefined): Touched {
  return {
    path: file.relative_path,
    op: files?.[file.relative_path]?.op ?? null,
    ranges: file.conversations.flatMap(({ ranges }) =>
      ranges.map(({ start_line: from, end_line: to }) => ({ from, to })),
    ),
  };
}

/** A decision as it is told of. */
export function toDecided(record: DecisionRecord): Decided {
  return {
    decision: record.decision,
    at: record.timestamp,
    agent: record.agent,
    session: record.session,
    tool: record.tool ?? null,
    code: record.code ?? null,
    risk: record.risk ?? null,
    by: record.by ?? null,
    assurance: record.assurance ?? null,
    ticket: record.ticket ?? null,
    grant: record.grant ?? null,
    globs: record.globs ?? [],
    paths: record.paths ?? [],
    reason: record.reason ?? null,
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
