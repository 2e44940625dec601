import type { LedgerProblem, VerifyReport } from "@writ/contracts";
import type { Signature } from "./signature.ts";

/** What `verify` tells of everything recorded. */
export interface Verified extends VerifyReport {
  /** Problems that are only counted, beyond those that are listed. */
  more: number;
  /** Of the records: those in the live ledgers, and those published with commits. */
  live: number;
  published: number;
  /** Records that were erased. */
  erased: number;
  /** How many of the problems a repair wrote down: they count as known once that is anchored. */
  waiting: number;
  /** What a person should know, though nothing is wrong. */
  notices: LedgerProblem[];
  /** What was noted of the chains elsewhere, oldest first. */
  anchors: VerifiedAnchor[];
  /** Anchored heads of other working copies' live ledgers, which cannot be compared here. */
  elsewhere: number;
}

/** One anchor, as far as it matters to a person. */
export interface VerifiedAnchor {
  /** ISO-8601. */
  at: string;
  commit: string;
  heads: number;
  tag?: string;
  signature?: Signature;
}
