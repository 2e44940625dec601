import type { DecisionKind, DecisionRecord } from "./decision.ts";
import type { EvidenceSummary } from "./evidence.ts";
import type { Spent } from "./facts.ts";
import type { Criterion, Intent, IntentFinding, IntentStatus, Proposal } from "./intent.ts";
import type { Pause, PendingCall, Session } from "./session.ts";
import type { AlarmBook, TreeState, UndoRecord } from "./snapshot.ts";
import type { Answer, Ticket } from "./ticket.ts";
import type { ChainMetadata, ContentHash, TraceRecord, Unchained } from "./trace.ts";

/** A record a ledger can chain. */
export interface Chained {
  id: string;
  timestamp: string;
  metadata: ChainMetadata;
}

/** One line of a ledger as read back. */
export interface LedgerEntry<R> {
  /** 1-based line in its file; 0 from `append` and `last`, which do not count lines. */
  line: number;
  /** Where the line starts, in bytes. */
  offset: number;
  record: R;
  /** `sha256:…` of the line's bytes without the newline. */
  hash: ContentHash;
}

/** What a reader met that is not a record. */
export interface LedgerProblem {
  file: string;
  line: number;
  reason: string;
}

/** The outcome of `verify`. */
export interface VerifyReport {
  ok: boolean;
  records: number;
  problems: LedgerProblem[];
}

/** Which entries are wanted. All given conditions must hold. */
export interface LedgerQuery {
  intent?: string;
  file?: string;
  session?: string;
  /** ISO-8601; entries at or after. */
  since?: string;
  /** Range hash: entries that claim exactly this content (R100). */
  contentHash?: ContentHash;
  /** Decisions of one of these kinds. */
  decisions?: readonly DecisionKind[];
}

/** An append-only, hash-chained history. What `append` acknowledged survives a kill. */
export interface Ledger<R extends Chained> {
  /** Appends under a cross-process lock; resolves once the line is safely on disk. */
  append(record: Unchained<R>): Promise<LedgerEntry<R>>;
  /** Oldest first. Malformed lines are skipped; `onProblem` hears of each. */
  read(query?: LedgerQuery, onProblem?: (problem: LedgerProblem) => void): AsyncIterable<LedgerEntry<R>>;
  /** The newest `count` matching entries, newest first, without reading the whole ledger. */
  last(count: number, query?: LedgerQuery): Promise<LedgerEntry<R>[]>;
  /** Where the next entry will start, in bytes. */
  end(): Promise<number>;
  verify(): Promise<VerifyReport>;
  close(): Promise<void>;
}
export type TraceLedger = Ledger<TraceRecord>;
export type DecisionLedger = Ledger<DecisionRecord>;

/** The intents as read, with where they came from. */
export type IntentsRead =
  | { state: "ok"; intents: Intent[]; findings: IntentFinding[] }
  | { state: "missing" }
  | {
      state: "invalid";
      file: string;
      reason: string;
      findings: IntentFinding[];
    };

/** What a person gives to create an intent. */
export interface NewIntent {
  id?: string;
  name: string;
  ownedScope: readonly string[];
  constraints?: readonly string[];
  acceptanceCriteria?: readonly string[];
  /** Criteria with their commands; takes the place of `acceptanceCriteria`. */
  criteria?: readonly Criterion[];
  dependsOn?: readonly string[];
  relatedFiles?: readonly string[];
  quick?: Intent["quick"];
}

/** The intents of one workspace. Writes are atomic, locked, and keep comments, order and unknown fields. */
export interface IntentStore {
  read(): Promise<IntentsRead>;
  add(intent: NewIntent): Promise<Intent>;
  /** Changes the named fields; `null` leaves the file as it is. */
  update(id: string, change: Partial<Omit<Intent, "id">>): Promise<Intent>;
  setStatus(id: string, status: IntentStatus): Promise<Intent>;
  /** Writes the kept history into the tracked file (R39). */
  flushHistory(id: string, entries: readonly string[]): Promise<void>;
  /** Patterns of `.intentignore`. */
  readIgnore(): Promise<string[]>;
}

/** Sessions and their pending calls. Safe for parallel processes. */
export interface SessionStore {
  read(id: string): Promise<Session | null>;
  list(): Promise<Session[]>;
  /** Read-modify-write under a lock. `change` gets the stored session or a fresh one. */
  update(id: string, fresh: () => Session, change: (session: Session) => Session): Promise<Session>;
  putPending(call: PendingCall, copies: Readonly<Record<string, Uint8Array>>): Promise<void>;
  /** Takes the pending call out; a second taker gets `null`. `copies` are by workspace-relative path. */
  takePending(
    session: string,
    callId: string,
  ): Promise<{ call: PendingCall; copies: Record<string, Uint8Array> } | null>;
  listPending(): Promise<PendingCall[]>;
}

/** Tickets and what became of them. */
export interface TicketStore {
  /**
   * Creates an open ticket, or gives back the open one with the same binding. Closes what still waits of this
   * session about the same action: things have changed since.
   */
  open(ticket: Omit<Ticket, "id" | "status">): Promise<Ticket>;
  read(id: string): Promise<Ticket | null>;
  list(): Promise<Ticket[]>;
  /** Answers an open ticket. Fails for one that is answered, used or expired. */
  answer(id: string, answer: Answer, now: string): Promise<Ticket>;
  /** Uses an approved ticket up; `false` when it was not usable any more. Exactly one caller gets `true`. */
  use(id: string, now: string): Promise<boolean>;
  /** Closes a ticket that is still open: nobody waits for the answer any more. */
  close(id: string, now: string): Promise<void>;
}

/** Small state of the working copy: pause, history per intent, proposals, writer id, trusted hashes. */
export interface StateStore {
  readPause(): Promise<Pause | null>;
  writePause(pause: Pause | null): Promise<void>;
  readHistory(intent: string): Promise<string[]>;
  /** Appends, keeping the newest entries only. */
  addHistory(intent: string, entries: readonly string[]): Promise<void>;
  listProposals(): Promise<Proposal[]>;
  addProposal(proposal: Proposal): Promise<void>;
  takeProposal(id: string): Promise<Proposal | null>;
  isTrusted(what: string, hash: ContentHash): Promise<boolean>;
  trust(what: string, hash: ContentHash): Promise<void>;
  /** Every hash under which something was trusted and still is, oldest first: none means that nobody ever looked. */
  readTrusted(what: string): Promise<ContentHash[]>;
  /** Takes all trust in something back. */
  distrust(what: string): Promise<void>;
  readSpent(intent: string): Promise<Spent>;
  addSpent(intent: string, files: readonly string[], lines: number): Promise<void>;
  /** The newest evidence that an intent is done, or is not. */
  readEvidence(intent: string): Promise<EvidenceSummary | null>;
  writeEvidence(evidence: EvidenceSummary): Promise<void>;
}

/** Looks at the work tree, and what is needed to put things back. */
export interface SnapshotStore {
  /** The newest look. */
  readLast(): Promise<TreeState | null>;
  writeLast(tree: TreeState): Promise<void>;
  /** The look before a call that has not ended. */
  readBefore(id: string): Promise<TreeState | null>;
  putBefore(id: string, tree: TreeState): Promise<void>;
  dropBefore(id: string): Promise<void>;
  /** Changes what every look that is kept says protected files should be. */
  watchAnew(change: (watched: NonNullable<TreeState["watched"]>) => NonNullable<TreeState["watched"]>): Promise<void>;
  /** The bytes of this hash, if they were kept. */
  readObject(hash: ContentHash): Promise<Uint8Array | null>;
  hasObject(hash: ContentHash): boolean;
  /** Whether a copy is there and is what it should be. */
  copyOf(hash: ContentHash): "whole" | "damaged" | "gone";
  putObject(hash: ContentHash, bytes: Uint8Array): Promise<void>;
  /** Newest first. */
  listUndos(): Promise<UndoRecord[]>;
  putUndo(record: Omit<UndoRecord, "id"> & { id?: string }): Promise<UndoRecord>;
  settleUndo(id: string, settled: NonNullable<UndoRecord["settled"]>): Promise<void>;
  /** Throws away what is old (after so many days, seven unless told) or too much, and bytes nobody needs any more; those that are `gone` even if they are new. */
  clean(now: string, keptDays?: number, gone?: readonly string[]): Promise<void>;
}

/** The protected files as they should be, and what was found otherwise. */
export interface AlarmStore {
  read(): Promise<AlarmBook>;
  /** Read-modify-write under a lock. */
  update(change: (book: AlarmBook) => AlarmBook): Promise<AlarmBook>;
}
