import type {
  Config,
  ConfigKey,
  ContentHash,
  DecisionRecord,
  Intent,
  LineAuthor,
  LineSpan,
  TraceRecord,
} from "@writ/contracts";

/** Changed lines that have one origin. */
export interface AuthoredSpan {
  span: LineSpan;
  author: LineAuthor;
  intent: string | null;
  /** Id of the trace that recorded them. */
  trace: string | null;
  /** Why the author is unknown. */
  why?: string;
}

/** One file that differs between base and head. */
export interface CheckedFile {
  path: string;
  from?: string;
  op: "create" | "modify" | "delete" | "rename";
  /** The new lines, each once, by who made them. */
  spans: readonly AuthoredSpan[];
  /** What the head holds; `null` for a file that is gone. Only known where it was needed. */
  hash: ContentHash | null;
  /** Whether a person wrote lines that the base does not have in any layout; only known where a person agreed to the file. */
  isPersons?: boolean;
  /** Git's object ids. */
  blob: string | null;
  blobBefore: string | null;
}

/** Something wrong with the published records. */
export interface LedgerFault {
  kind: "broken" | "removed" | "erased";
  path: string;
  /** In the file at the head; for a record that is gone, at the base. 0 for the whole file. */
  line: number;
  reason: string;
}

/** A commit of the range that says an agent made it. */
export interface AgentCommit {
  id: string;
  /** The agent, as the commit names it. */
  agent: string;
  /** The files it changed. */
  paths: readonly string[];
}

/** The sidecar at one revision. */
export interface SidecarAt {
  /** Whether there is one at all. */
  exists: boolean;
  intents: readonly Intent[];
  config: Config;
  /** What cannot be used of it: file and reason. */
  faults: readonly { path: string; line: number; reason: string }[];
}

/** Everything the check is made from, as it was read. */
export interface CheckFacts {
  base: string;
  head: string;
  files: readonly CheckedFile[];
  before: SidecarAt;
  now: SidecarAt;
  /** Keys of the config that loosen something the base's did not. */
  loosened: readonly ConfigKey[];
  /** What was recorded in the range, oldest first. */
  traces: readonly TraceRecord[];
  decisions: readonly DecisionRecord[];
  /** People's answers to the tickets of those traces, whenever they were given. */
  answers: readonly DecisionRecord[];
  ledger: readonly LedgerFault[];
  commits: readonly AgentCommit[];
}
