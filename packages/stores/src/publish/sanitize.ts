import type { ContentHash, DecisionRecord, Evidence, TraceRecord } from "@writ/contracts";
import type { Draft } from "../ledger/append.ts";

/**
 * What of a record may be in a tracked file: the fields named here, and no others. Whatever a later version or somebody
 * else adds to a live record stays in the working copy.
 */
const traceMetadata = [
  "agent",
  "session",
  "tool",
  "tool_name",
  "invocation_id",
  "call_id",
  "intent",
  "mutation_class",
  "declared_class",
  "class_disagrees",
  "files",
  "lines",
  "lines_dropped",
  "ticket",
  "raced",
  "erased",
] as const;

const decisionFields = [
  "decision",
  "agent",
  "session",
  "intent",
  "tool",
  "tool_name",
  "invocation_id",
  "code",
  "risk",
  "command_hash",
  "ticket",
  "grant",
  "by",
  "assurance",
  "until",
  "erased",
  "repaired",
] as const;

/** Why files changed that no call claims: words of Writ's own, no person's. */
const driftReasons = /^(?:no-post-event|no-pre-event|concurrent|background|permissions|head-moved)$/;

/** A change as it is published. `source` is the hash of the live line. */
export function toPublishedTrace(record: TraceRecord, source: ContentHash): Draft & Pick<TraceRecord, "vcs" | "files"> {
  const { id, timestamp, metadata } = record;
  const would = metadata.would && { would: pick(metadata.would, ["verdict", "code"]) };
  // What somebody else said stays marked as that; how they put it stays here.
  const imported = metadata.imported && { imported: pick(metadata.imported, ["format", "at", "id"]) };
  return {
    id,
    timestamp,
    vcs: { revision_id: record.vcs.revision_id },
    files: record.files.map(({ relative_path, conversations }) => ({
      relative_path,
      conversations: conversations.map(({ url, contributor, ranges, related }) => ({
        url,
        contributor: pick(contributor, ["entity_type", "model_identifier"]),
        ranges: ranges.map((range) => pick(range, ["start_line", "end_line", "content_hash"])),
        related: related.map((relation) => pick(relation, ["type", "value"])),
      })),
    })),
    metadata: { ...pick(metadata, traceMetadata), ...would, ...imported, source },
  };
}

/**
 * A decision as it is published: its reason is free text and stays here, a program is only a name, and a path outside
 * the workspace, which may tell of a person, is left out. `by` is a pseudonym already.
 */
export function toPublishedDecision(record: DecisionRecord, source: ContentHash): Draft {
  const { id, timestamp, paths, programs, globs } = record;
  return {
    id,
    timestamp,
    ...pick(record, decisionFields),
    ...(record.evidence && { evidence: toPublishedEvidence(record.evidence) }),
    ...(record.contents && { contents: insideOnly(record.contents) }),
    // Blame wants to know whether it was git that changed the files.
    ...(record.decision === "drifted" && driftReasons.test(record.reason ?? "") && { reason: record.reason }),
    ...(paths && { paths: paths.filter(isInside) }),
    ...(programs && { programs: programs.map(nameOf) }),
    ...(globs && { globs: globs.filter((glob) => isInside(glob) && /^[^\s\p{C}]{1,200}$/u.test(glob)) }),
    metadata: { source },
  };
}

function insideOnly(contents: Record<string, ContentHash>): Record<string, ContentHash> {
  return Object.fromEntries(Object.entries(contents).filter(([path]) => isInside(path)));
}

const checkFields = ["criterion", "outcome", "command", "exit_code", "duration_ms", "output"] as const;

function toPublishedEvidence(evidence: Evidence): Evidence {
  const checks = evidence.checks.map((check) => pick(check, checkFields));
  return { ...pick(evidence, ["revision", "dirty", "forced"]), checks };
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const kept = { ...from };
  const wanted = new Set<PropertyKey>(keys);
  for (const key of Reflect.ownKeys(kept)) {
    if (!wanted.has(key)) Reflect.deleteProperty(kept, key);
  }
  return kept;
}

function isInside(path: string): boolean {
  return !/^([/\\~]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes("..");
}

function nameOf(program: string): string {
  return program.split(/[/\\]/).at(-1) ?? program;
}
