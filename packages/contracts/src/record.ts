import type { Call, MutationClass } from "./call.ts";
import type { DecisionRecord } from "./decision.ts";
import type { Event } from "./event.ts";
import type { Facts } from "./facts.ts";
import type { Cut, KnownLines } from "./lines.ts";
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
  mutationClass: MutationClass;
  /** The lines of a file as Writ last knew them. */
  known(path: string): KnownLines | null;
  /** What earlier calls took out of files, newest first. */
  cuts: readonly Cut[];
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
    }
  | { kind: "lesson"; lesson: Lesson }
  | { kind: "lines"; path: string; known: KnownLines | null }
  | { kind: "cut"; cut: Cut }
  | { kind: "observe"; path: string; observation: Observation }
  | { kind: "spent"; intent: string; files: readonly string[]; lines: number };

/** An entry of the shared brain: codes, ids and escaped paths only. */
export interface Lesson {
  kind: "scope" | "failure" | "completion" | "lesson";
  at: string;
  intent: string | null;
  code?: string;
  tool?: string;
  paths: readonly string[];
  /** Only for lessons a person or `record_lesson` gave. */
  text?: string;
}

/** A built-in pure rule after a tool. */
export interface Step {
  name: string;
  record(aftermath: Aftermath): readonly Write[];
}
