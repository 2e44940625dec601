import type { Session } from "./session.ts";

/** One name in the work tree, as a look at it found it. */
export interface FileState {
  /** `repository`: a submodule, or another repository inside this one. */
  kind: "file" | "link" | "repository";
  /** `sha256:…` of the bytes, or of what a link points at; `stat:…` of what is too large to be read for every command. */
  hash: string;
  /** The permission bits. */
  mode: number;
  size: number;
  /** When the name last changed in any way, in milliseconds since 1970; 0 where only git knows the file. */
  changedAt: number;
  /** Equal as long as nobody touched the file, so that its hash need not be worked out again. */
  stamp: string;
}

/** What the work tree held at one moment, as far as it differs from what git keeps anyway. */
export interface TreeState {
  /** ISO-8601 UTC, when the look began. */
  at: string;
  /** Where the ledger of changes ended then, in bytes. */
  ledgerEnd?: number;
  source: "git" | "walk";
  /** The commit the rest is compared with; `null` before the first one and outside git. */
  head: string | null;
  /** The commits that branches, tags and remotes stood at; absent outside git. */
  tips?: readonly string[];
  /** The remotes on other machines, as `name address`. */
  remotes?: readonly string[];
  /** Of `head`, `tips` and `remotes`: what came while a call ran, and not from others. */
  made?: readonly string[];
  /** Commits of others that nothing stands at any more. */
  anchors?: readonly string[];
  /** Commits a call ended at: what it changed was recorded and told then. */
  recorded?: readonly RecordedCommit[];
  /** By path from the root: what is not as in `head`, untracked files included; `null` for what is gone. Without git: everything. */
  files: ReadonlyMap<string, FileState | null>;
  /** Guarded files at known places, whether git looks at them or not. */
  guarded: ReadonlyMap<string, FileState>;
  /** What the alarms' book held at that moment of the protected files: who forges the book later does not know this. */
  watched?: NonNullable<AlarmBook["baseline"]>;
  /** What git ignored, folders with a slash at their end; absent where that was too much to keep, and outside git. */
  ignored?: readonly string[];
  /** The files git was told to overlook, as long as its index has this stamp. */
  overlooked?: { stamp: string; paths: readonly string[] };
  /** Git's index at that moment; absent outside git. */
  index?: IndexState;
  /** By path, the repositories inside this one that are looked into. */
  repositories?: Readonly<Record<string, RepositoryState>>;
  /** Why not everything was looked at. */
  partial?: string;
}

/** Git's index, which says what git compares the work tree with. */
export interface IndexState {
  /** Equal as long as nobody wrote it. */
  stamp: string;
  /** The hash of its bytes, under which they are copied. */
  copy: string;
  /** Paths that are not as in the last commit although the index says so. */
  untrue?: readonly string[];
  /** By path, git's ids of what it holds that the last commit does not. */
  staged?: readonly (readonly [path: string, object: string])[];
}

/** A repository inside another one. */
export interface RepositoryState {
  /** Equal as long as nobody wrote its index. */
  stamp: string;
  /** What git was told to overlook in it. */
  marked: readonly string[];
}

/** A commit that the work tree held when it was looked at. */
export interface RecordedCommit {
  commit: string;
  /** Paths at which the work tree held something else. */
  except: readonly string[];
}

/** One thing that is different between two moments. */
export interface TreeChange {
  path: string;
  op: "create" | "modify" | "delete" | "rename";
  from?: string;
  before: FileState | null;
  after: FileState | null;
}

/** Why a change is told to a person. */
export type StrayReason = "scope" | "sensitive" | "protected";

/** What a command changed that it should not have, and how it is put back. */
export interface UndoRecord {
  /** `U-` and six characters. */
  id: string;
  /** ISO-8601 UTC. */
  at: string;
  agent: string;
  session: string;
  intent: string | null;
  tool: string;
  /** The call that did it; absent for an undo. */
  invocation?: string;
  /** The undo this one would take back. */
  undoes?: string;
  files: readonly UndoFile[];
  /** Paths of it that changed between calls, when nobody could be told. */
  untold?: readonly string[];
  /** When a person had it undone, or agreed to it. */
  settled?: { at: string; how: "undone" | "kept" };
}

/** One file of an undo record. */
export interface UndoFile {
  path: string;
  op: TreeChange["op"];
  from?: string;
  /** What it was, and where that is kept; `null` when it was not there. */
  before: Kept | null;
  /** What was left behind; `null` when it is gone. */
  after: Pick<FileState, "kind" | "hash" | "mode"> | null;
  why: StrayReason;
  /** Somebody else may have done it, so nobody but a person puts it back. */
  concurrent?: string;
}

/** A file as it was, and where its bytes are. */
export interface Kept extends Pick<FileState, "kind" | "hash" | "mode"> {
  /** Git's own name for the bytes, where git has them and there is no copy. */
  oid?: string;
  /** Why it cannot be put back; absent when it can. */
  lost?: string;
}

/** A protected file that changed without Writ having done it. */
export interface Alarm {
  /** `A-` and six characters. */
  id: string;
  path: string;
  what: "created" | "changed" | "deleted" | "unwired";
  /** ISO-8601 UTC, when it was found. */
  at: string;
  /** The session whose call was running; `null` when none was. */
  session: string | null;
}

/** What is known of the guard's files, and which alarms no user has acknowledged. */
export interface AlarmBook {
  /** By path: the accepted hash, and whether the file starts Writ. `null` before the first look. */
  baseline: ReadonlyMap<string, { hash: string; calls: boolean }> | null;
  /** By path: the hash of a change that is not accepted and was reported already; empty for a missing file. */
  seen: ReadonlyMap<string, string>;
  open: readonly Alarm[];
  /** Sessions that had not ended, without what they did: one whose file is missing now was taken away. Kept where left out. */
  sessions?: readonly Session[];
  /**
   * By path: the hash of what Writ was about to write; empty for a file it was about to delete. A process that was
   * killed in between leaves its entry behind. Kept where left out.
   */
  announced?: ReadonlyMap<string, string>;
  /** There was a look at the work tree: one that is missing was taken away. Kept where left out. */
  looked?: boolean;
  /** The book is missing although there was one, or something other than Writ wrote it. Never stored. */
  isLost?: boolean;
  /** An earlier version wrote it, which compared fewer files. Never stored. */
  isOld?: boolean;
}
