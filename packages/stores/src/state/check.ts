import type { ContentHash, Pause, Proposal, Spent } from "@writ/contracts";
import { isRecord, isStrings } from "./json-file.ts";

/** One thing a person trusts, by the hash it had. */
export interface Trusted {
  what: string;
  hash: ContentHash;
}

const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === "string");

/** Whether a file holds a pause. One that does not pauses nothing. */
export function isPause(value: unknown): value is Pause {
  return isRecord(value) && areTexts(value.until, value.reason, value.by, value.since);
}

/** Whether a file holds a proposal. */
export function isProposal(value: unknown): value is Proposal {
  if (!isRecord(value) || !areTexts(value.id, value.name, value.reason, value.session, value.proposedAt)) return false;
  return [value.ownedScope, value.constraints, value.acceptanceCriteria].every(isStrings);
}

/** Whether a file holds a count of files and lines. */
export function isSpent(value: unknown): value is Spent {
  return isRecord(value) && isStrings(value.files) && typeof value.lines === "number";
}

/** Whether a file holds a list of trusted hashes. */
export function isTrustList(value: unknown): value is Trusted[] {
  return Array.isArray(value) && value.every((item) => isRecord(item) && areTexts(item.what, item.hash));
}
