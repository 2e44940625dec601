import type { Config, ContentHash, DecisionRecord, Intent, LineAuthor, LineSpan, TraceRecord } from "@writ/contracts";

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
  /** Further names it had between the two. */
  formerly?: readonly string[];
  /** What a plain file at the head holds; `null` for one that is gone. Only known where it was needed. */
  hash: ContentHash | null;
  /** Whether a person wrote lines that the base does not have in any layout; only known where a person agreed to the file. */
  isPersons?: boolean;
  /** The trace with the content a person agreed to, where the head has that, and beside it only what the base changed meanwhile. */
  mergedFrom?: string;
  /** Whether the head has a plain file there: no link, no repository of its own. */
  isFile: boolean;
  /** Set where it has a repository of its own. */
  isRepository?: true;
  /** Of a file without lines to tell of: the traces that left it so, or that wrote what it holds. */
  heldBy?: readonly string[];
  /** Names under which it was found as it is now, changed by nobody who claims it. */
  unclaimedAs?: readonly string[];
  /** Git's object ids. */
  blob: string | null;
  blobBefore: string | null;
}

/** Something wrong with the published records. */
export interface LedgerFault {
  /** `reverted`: it is gone together with what it tells of. */
  kind: "broken" | "removed" | "erased" | "reverted";
  path: string;
  /** In the file at the head; for a record that is gone, at the base. 0 for the whole file. */
  line: number;
  reason: string;
  /** The commit that has what is gone, where it is not the base. */
  commit?: string;
}

/** What a commit left of a file it changed. */
export interface LeftFile {
  /** Git's object id; `null` for a file that was deleted. */
  blob: string | null;
  /** The keys of the lines that are new in it. */
  added: ReadonlySet<string>;
  /** How many lines it took out that the base has and the head has not, and no record of the change took out. */
  untold: number;
}

/** A commit of the range that says an agent made it. */
export interface AgentCommit {
  id: string;
  /** The agent, as the commit names it. */
  agent: string;
  /** The files it changed, by the names they had then, as far as the change as a whole does. */
  files: ReadonlyMap<string, LeftFile>;
  /** Its place among the commits of the range, oldest first. */
  nth: number;
}

/** The sidecar at one revision. */
export interface SidecarAt {
  /** Whether Writ was there at all, be it in a folder further down. */
  exists: boolean;
  /** The file that the intents are read from, if there is one. */
  intentsFile?: string;
  intents: readonly Intent[];
  config: Config;
  /** What cannot be used of it: file and reason. */
  faults: readonly { path: string; line: number; reason: string }[];
}

/** A file that was changed on record, and that no commit of the range has. */
export interface VanishedFile {
  path: string;
  /** ISO-8601. */
  at: string;
  /** Whether an agent's tool changed it, or a command nobody claims it of. */
  by: "agent" | "command";
}

/** Attributes that give files of the guard other bytes in a work tree than git has. */
export interface GuardAttributes {
  /** The files with attributes that the change touches. */
  by: readonly string[];
  names: readonly string[];
  /** The files that get them. */
  paths: readonly string[];
}

/** Everything the check is made from, as it was read. */
export interface CheckFacts {
  /** Where the change left what it goes into. */
  parted: string;
  head: string;
  files: readonly CheckedFile[];
  /** Files and folders that are part of the guard here, beside those that are everywhere. */
  guarded: readonly string[];
  /** What may be among the files under another name. */
  vanished?: readonly VanishedFile[];
  /** Where the change left. */
  before: SidecarAt;
  now: SidecarAt;
  /** The config of what the change goes into, which may have gone on since. */
  into: Config;
  /** What was recorded in the range, oldest first. */
  traces: readonly TraceRecord[];
  decisions: readonly DecisionRecord[];
  /** By the ids of records, the files they name of whose lines in the change they made none. */
  absent?: ReadonlyMap<string, ReadonlySet<string>>;
  /** People's answers to the tickets that were used, whenever they were given. */
  answers: readonly DecisionRecord[];
  /** People's word for the intents of the changes, whenever it was given, oldest first. */
  accepted: readonly DecisionRecord[];
  ledger: readonly LedgerFault[];
  /** Only those that are new. */
  attributes?: GuardAttributes | null;
  commits: readonly AgentCommit[];
  /** By the id of a record, the place of the commit it came with; only known where an agent signed a commit. */
  cameWith: ReadonlyMap<string, number>;
  /** The same for each commit of the range, by its id. */
  places: ReadonlyMap<string, number>;
}
