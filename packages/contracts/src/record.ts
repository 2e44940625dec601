import type { Call, MutationClass } from "./call.ts";
import type { DecisionRecord } from "./decision.ts";
import type { Event } from "./event.ts";
import type { Facts } from "./facts.ts";
import type { KnownLines, Piece } from "./lines.ts";
import type { Observation, PendingCall } from "./session.ts";
import type { TraceRecord, Unchained } from "./trace.ts";

/** One touched file, before and after the call. */
export interface ChangedFile {
  /** Workspace-relative POSIX path. */
  path: string;
  op: "create" | "modify" | "delete" | "rename";
  from?: string;
  before: FileContent | null;
  after: FileContent | null;
  /** What git had of it before the call, where the call may have brought lines of it: newest first. */
  earlier?: readonly EarlierContent[];
  /** Git was run, and could not say in time what it had: lines that are new may be of any of its versions. */
  isUntold?: true;
}

/** A content that git had of a file. */
export interface EarlierContent {
  path: string;
  /** Git's object id of it. */
  blob: string;
  text: string;
  /** Nobody can say who made it: perhaps a call did. */
  isUnsure: boolean;
}

/** The bytes of a file, as far as they are known. */
export interface FileContent {
  hash: string;
  size: number;
  /** `null` for binary files and for content that was not kept. */
  text: string | null;
  binary: boolean;
  /** Git's object id of these bytes, in a git repository. */
  blob?: string;
}

/** A function, class or type that a change touched. */
export interface TouchedSymbol {
  /** With what it stands in: `Class.method`. */
  readonly name: string;
  /** Where it stands now, first line and last; `null` when it is gone. */
  readonly lines: readonly [start: number, end: number] | null;
}

/** What a call did to one file, and to which of its symbols; `null` where no syntax tree could be made. */
export interface FileClass {
  readonly class: MutationClass;
  readonly symbols: readonly TouchedSymbol[] | null;
}

/** What a step may know after a tool ran. */
export interface Aftermath {
  call: Call;
  event: Event;
  facts: Pick<Facts, "config" | "intents" | "session" | "now">;
  /** The intent the decision was made under. */
  intent: string | null;
  pending: PendingCall | null;
  changed: readonly ChangedFile[];
  /** Paths somebody else changed between the decision and the write. */
  raced: readonly string[];
  revision: string;
  /** The commit the work tree stood at before the call, where somebody looked. */
  revisionBefore?: string | null;
  mutationClass: MutationClass;
  /** The same for each file by its path, where it is known. */
  fileClasses?: ReadonlyMap<string, FileClass>;
  /** The lines of a file as Writ last knew them. */
  known(path: string): KnownLines | null;
  /** Something an agent left running may have written to the files between calls. */
  unwatched: boolean;
  /** What earlier calls took out of files and put into them, newest first. */
  pieces: readonly Piece[];
  /** SHA-256 of text as `sha256:…`; handed in because the engine touches no Node module. */
  hash(text: string): string;
  /** UUIDv4. */
  id(): string;
}

/** One thing a step wants written. */
export type Write =
  | { kind: "trace"; record: Unchained<TraceRecord> }
  | { kind: "decision"; record: Unchained<DecisionRecord> }
  | { kind: "history"; intent: string; entry: string }
  | {
      kind: "map";
      intent: string;
      paths: readonly string[];
      evolution: boolean;
      /** What was touched in each file. */
      symbols?: ReadonlyMap<string, readonly string[]>;
    }
  | { kind: "lesson"; lesson: Lesson }
  | { kind: "lines"; path: string; known: KnownLines | null }
  | { kind: "pieces"; added: readonly Piece[]; used: readonly Piece[] }
  | { kind: "observe"; path: string; observation: Observation }
  | { kind: "spent"; intent: string; files: readonly string[]; lines: number };

/** What a command of a repository looks at when it is run to see whether all is well. */
export type Verification = "test" | "lint" | "types" | "format" | "build";

/** An entry of the shared brain: codes, ids and escaped paths only. */
export interface Lesson {
  kind: "scope" | "failure" | "completion" | "lesson";
  at: string;
  intent: string | null;
  code?: string;
  tool?: string;
  /** For a failed verification: what was verified. */
  verified?: Verification;
  /** For a criterion that did not hold: which one, counted from 1. */
  criterion?: number;
  /** For a completion: closed although not everything held. */
  forced?: true;
  paths: readonly string[];
  /** Only for lessons a person or `record_lesson` gave. */
  text?: string;
}

/** A built-in pure rule after a tool. */
export interface Step {
  name: string;
  record(aftermath: Aftermath): readonly Write[];
}
