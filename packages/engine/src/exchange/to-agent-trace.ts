import {
  type AgentTrace,
  agentTraceKey,
  agentTraceVersion,
  publishedFileKeys,
  publishedTraceKeys,
  type TraceMetadata,
  type TraceRecord,
} from "@writ/contracts";
import { canonicalJson } from "../canonical.ts";
import { hearFiles, hearVcs } from "./hear.ts";
import { toUuid } from "./ids.ts";
import type { Means } from "./means.ts";
import { sayFiles, sayModels, sayVcs } from "./say.ts";
import { toStrict } from "./to-strict.ts";

/**
 * A trace as a record of Agent Trace 0.1.0. What that format has no words for, and may be published, goes under Writ's own key, so that
 * `fromAgentTrace` gives the trace back; one that was imported is given as it came.
 */
export function toAgentTrace(record: TraceRecord, means: Means): AgentTrace | { reason: string } {
  const { imported } = record.metadata;
  if (imported?.format === "agent-trace" && imported.original !== undefined) {
    return toStrict(imported.original, means) ?? { reason: "the record it was imported from is damaged" };
  }
  const timestamp = means.toUtc(record.timestamp);
  if (timestamp === null) return { reason: "it has no time, which Agent Trace wants" };
  const files = sayFiles(record.files);
  const vcs = sayVcs(record.vcs);
  const models = sayModels(record.files);
  const name = imported?.id ?? record.id;
  const id = toUuid(name, means.hash);
  const spelled = {
    ...(name !== id && { id: name }),
    ...(!isSame(hearVcs(vcs.vcs), record.vcs) && { vcs: record.vcs }),
    ...(!isSame(hearFiles(files, models), record.files) && { files: record.files }),
  };
  const trace = carriedOf(record.metadata);
  const carried = {
    trace,
    ...(models.size > 0 && { models: Object.fromEntries(models) }),
    ...(Object.keys(spelled).length > 0 && { spelled }),
    ...(imported !== undefined && imported.format !== "agent-trace" && { from: originOf(imported) }),
  };
  return {
    version: agentTraceVersion,
    id,
    timestamp,
    ...vcs,
    tool: { name: typeof trace.agent === "string" ? trace.agent : "unknown", version: "unknown" },
    files,
    metadata: { [agentTraceKey]: carried },
  };
}

function carriedOf(metadata: TraceMetadata): Record<string, unknown> {
  const files = Object.entries(metadata.files).map(([path, meta]) => [path, only(meta, publishedFileKeys)]);
  return {
    ...only(metadata, publishedTraceKeys),
    ...(metadata.would && { would: only(metadata.would, ["verdict", "code"]) }),
    files: Object.fromEntries(files),
    ...metadata.imported?.claims,
  };
}

const only = (from: object, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

function originOf({ format, original }: NonNullable<TraceMetadata["imported"]>) {
  return { format, ...(original !== undefined && { original }) };
}

const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);
