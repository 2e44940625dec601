import type { Chained, ContentHash, DecisionKind, LedgerQuery } from "@writ/contracts";

/** What a ledger must know about the records it holds. */
export interface RecordKind<R extends Chained> {
  /** The record in a parsed line; `null` when it is none. `hash` names lines that have no id of their own. */
  parse(value: unknown, hash: ContentHash): R | null;
  intents(record: R): readonly string[];
  /** Workspace-relative paths. */
  files(record: R): readonly string[];
  session(record: R): string;
  /** Content the record claims, as `sha256:…`. */
  hashes(record: R): readonly ContentHash[];
  /** What was decided; `null` for what is no decision. */
  decision(record: R): DecisionKind | null;
}

/** `sha256:` and small letters, whatever the spelling (R74). */
export function toHash(given: string): ContentHash {
  const digits = given
    .trim()
    .toLowerCase()
    .replace(/^sha-?256:/, "");
  return /^[0-9a-f]{64}$/.test(digits) ? `sha256:${digits}` : given;
}

/** Whether a record is wanted: a function, so that the query is read once. */
export function matcher<R extends Chained>(kind: RecordKind<R>, query: LedgerQuery = {}): (record: R) => boolean {
  const { intent, file, session, decisions } = query;
  const since = query.since === undefined ? undefined : Date.parse(query.since);
  const hash = query.contentHash === undefined ? undefined : toHash(query.contentHash);
  return (record) =>
    (intent === undefined || kind.intents(record).includes(intent)) &&
    (file === undefined || kind.files(record).includes(file)) &&
    (session === undefined || kind.session(record) === session) &&
    (since === undefined || Date.parse(record.timestamp) >= since) &&
    (hash === undefined || kind.hashes(record).includes(hash)) &&
    (decisions === undefined || isAmong(kind.decision(record), decisions));
}

const isAmong = (decision: DecisionKind | null, wanted: readonly DecisionKind[]): boolean =>
  decision !== null && wanted.includes(decision);
