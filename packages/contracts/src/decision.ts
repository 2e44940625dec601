import type { Assurance } from "./ticket.ts";
import type { ChainMetadata, ContentHash } from "./trace.ts";

/** What was decided or answered. */
export type DecisionKind =
  | "refused"
  | "asked"
  | "approved"
  | "rejected"
  | "expanded"
  | "selected"
  | "paused"
  | "resumed"
  | "accepted"
  | "closed"
  | "reopened"
  | "observed"
  | "unmatched"
  | "failed"
  | "gap"
  | "trusted"
  | "granted"
  | "revoked"
  | "strayed"
  | "drifted"
  | "undone"
  | "alarm"
  | "acknowledged";

/** One recorded verdict or answer, as in `decisions.jsonl`. Never holds content, command text or tool output. */
export interface DecisionRecord {
  id: string;
  timestamp: string;
  decision: DecisionKind;
  agent: string;
  session: string;
  intent: string | null;
  tool?: string;
  tool_name?: string;
  invocation_id?: string;
  code?: string;
  risk?: string;
  /** Workspace-relative. */
  paths?: string[];
  /** Programs of a command line; its text only as a keyed hash. */
  programs?: string[];
  command_hash?: ContentHash;
  ticket?: string;
  /** The standing answer that was given, used or taken back. */
  grant?: string;
  /** A pseudonym; the name map is not tracked. */
  by?: string;
  assurance?: Assurance;
  globs?: string[];
  until?: string;
  /** A person's words, or a short reason made of codes and ids. */
  reason?: string;
  metadata: ChainMetadata & { source?: ContentHash };
}
