import type { ContentHash, DecisionRecord, Evidence } from "@writ/contracts";
import type { Draft } from "../ledger/chain-lines.ts";
import { isAbove, isInside, pick } from "./allowed.ts";

/** What of a decision may be in a tracked file: the fields named here, and no others. */
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
  "since",
  "after_trace",
  "erased",
  "repaired",
  "imported",
] as const;

/** Why files changed that no call claims: words of Writ's own, no person's. */
const driftReasons = /^(?:no-post-event|no-pre-event|concurrent|background|permissions|head-moved)$/;

const isCommit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * A decision as it is published: its reason is free text and stays here, a program is only a name, and a path outside
 * the workspace, which may tell of a person, is left out. `by` is a pseudonym already.
 */
export function toPublishedDecision(record: DecisionRecord, source: ContentHash): Draft {
  const { id, timestamp, paths, programs, globs } = record;
  // What a person agreed to further up in the repository guards the workspace, and tells of nobody.
  const isShared = (path: string) => isInside(path) || (record.decision === "approved" && isAbove(path));
  return {
    id,
    timestamp,
    ...pick(record, decisionFields),
    ...(record.evidence && { evidence: toPublishedEvidence(record.evidence) }),
    ...(isCommit.test(record.revision ?? "") && { revision: record.revision }),
    ...(record.contents && { contents: only(record.contents, isShared) }),
    ...(record.lines && { lines: only(record.lines, isShared) }),
    // Blame wants to know whether it was git that changed the files.
    ...(record.decision === "drifted" && driftReasons.test(record.reason ?? "") && { reason: record.reason }),
    ...(paths && { paths: paths.filter(isShared) }),
    ...(programs && { programs: programs.map(nameOf) }),
    ...(globs && { globs: globs.filter((glob) => isInside(glob) && /^[^\s\p{C}]{1,200}$/u.test(glob)) }),
    metadata: { source_seq: record.metadata.seq, source },
  };
}

function only<T>(byPath: Record<string, T>, isShared: (path: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(byPath).filter(([path]) => isShared(path)));
}

const checkFields = ["criterion", "outcome", "command", "exit_code", "duration_ms", "output"] as const;

function toPublishedEvidence(evidence: Evidence): Evidence {
  const checks = evidence.checks.map((check) => pick(check, checkFields));
  return { ...pick(evidence, ["revision", "dirty", "forced"]), checks };
}

function nameOf(program: string): string {
  return program.split(/[/\\]/).at(-1) ?? program;
}
