import type { ContentHash } from "./trace.ts";

/** How one criterion was met, or not. */
export type CriterionOutcome =
  | "passed"
  | "failed"
  | "timed-out"
  | "not-started"
  /** Its command is not trusted, so it did not run. */
  | "untrusted"
  | "confirmed"
  | "declined"
  /** Nobody was asked. */
  | "unconfirmed";

/** What was seen of one criterion: no text of it, no command, no output. */
export interface CheckedCriterion {
  /** Hash of its words. */
  criterion: ContentHash;
  outcome: CriterionOutcome;
  /** Hash of the command that ran; the rest only where one did. */
  command?: ContentHash;
  /** `null` when it was ended by a signal. */
  exit_code?: number | null;
  duration_ms?: number;
  /** Hash of what it printed. */
  output?: ContentHash;
}

/** What an intent's criteria were found to be, when somebody said it is done. */
export interface Evidence {
  /** The commit that was checked out, or `unknown`. */
  revision: string;
  /** Whether tracked files differed from it; left out where git could not tell. */
  dirty?: boolean;
  checks: CheckedCriterion[];
  /** It was closed all the same. */
  forced?: true;
}

/** The newest evidence of an intent, as `.state/evidence/` keeps it for people of this working copy. */
export interface EvidenceSummary extends Omit<Evidence, "checks"> {
  intent: string;
  /** ISO-8601 UTC. */
  at: string;
  /** A pseudonym. */
  by: string;
  /** Whether the intent was closed with it. */
  closed: boolean;
  checks: (CheckedCriterion & { text: string; run?: string })[];
}
