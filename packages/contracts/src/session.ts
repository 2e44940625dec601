import type { SessionRef } from "./event.ts";

/** What a session last saw in a file. */
export interface Observation {
  /** `sha256:…` of the bytes, or `null` when the file was not there. */
  hash: string | null;
  /** Digest of the content without layout, so that a formatter's change can be told from an edit. */
  tokens?: string;
  /** The session itself wrote what it saw. */
  own?: boolean;
  /** The session wrote to the file at some time, whatever it read there since. */
  wrote?: true;
}

/** A folder that a command copied, moved or unpacked something into. */
export interface Filled {
  path: string;
  /** Milliseconds by the clock of the disk: what changed there meanwhile is the command's doing. */
  since: number;
  /** Left out where there was no such folder before: then all of it is. */
  until?: number;
}

/** A call that was refused, with what the files it names were then. */
export interface DeniedCall {
  callId: string;
  invocationId: string;
  /** The code of the refusal. */
  code: string;
  at: string;
  /** By workspace-relative path: the hash of the bytes, or what else is there. */
  files: Readonly<Record<string, string>>;
}

/** One conversation of one agent, as kept in `.state/sessions/`. */
export interface Session {
  id: string;
  agent: SessionRef["agent"];
  model?: string;
  parent?: string;
  startedAt: string;
  seenAt: string;
  intent: string | null;
  /** Writ had a book of the guard's files when this session was last heard of: one that is missing was taken away. */
  watched?: true;
  /** How the intent was bound. */
  selectedBy?: "tool" | "cli" | "branch" | "parent" | "library";
  selectedAt?: string;
  /** Globs a person granted to this session for an intent (R69). */
  expansions: readonly { intent: string; glob: string }[];
  /** By workspace-relative path. */
  reads: Readonly<Record<string, Observation>>;
  /** Files its commands changed out of scope, the newest. */
  strayed?: readonly string[];
  /** Folders its commands wrote as a whole, the newest: what lies in them is not named one by one. */
  filled?: readonly Filled[];
  /**
   * What its commands run, by name: as it was before the session changed it, or as a person last let it run. What
   * differs from this is asked about.
   */
  known?: Readonly<Record<string, string>>;
  /** The last refusals in a row, for the three-equal-refusals rule. */
  refusals: readonly string[];
  /** The newest calls that were refused: one that ends all the same may have run. */
  denied?: readonly DeniedCall[];
  /** The newest call ids that were recorded, so that an event that comes twice is recorded once. */
  done?: readonly string[];
  /** When the MCP server began this session, by a call that no hook had seen: it says nothing about hooks. */
  servedAt?: string;
  /** The agent's process, so that a person's commands can refuse to run beneath it. */
  process?: {
    pid: number;
    started: string;
    /** What its number counts in, where the system has more than one such space: another one does not show it. */
    space?: string;
  };
  /** When hooks last heard of a stop of this session: what it changed since is news to them. */
  stoppedAt?: string;
  endedAt?: string;
  /** What its commands left running: while any of it lives, changes between calls have no known author. */
  background?: readonly BackgroundJob[];
}

/** A process that outlived the call that started it. */
export interface BackgroundJob {
  /** 0 where the system does not tell: it counts as alive until the session ends. */
  pid: number;
  started: string;
  /** ISO-8601 UTC, when its call ended. */
  since: string;
}

/** What happened before a call, kept until the call ends. */
export interface PendingCall {
  callId: string;
  invocationId: string;
  session: string;
  tool: string;
  toolName: string;
  intent: string | null;
  at: string;
  /** Where the ledger of changes ended when the call began, in bytes: what is on record beyond it came later. */
  ledgerEnd?: number;
  files: readonly PendingFile[];
  /** When it began, by the clock of the disk, in milliseconds; only where it may fill a folder. */
  began?: number;
  /** The ticket this call used up, if any. */
  ticket?: string;
  /** The ticket of the question the agent put to its person; that the call ran is the answer. */
  asked?: string;
  /** What the decision would have been, in `observe` mode or during a pause. */
  would?: { verdict: string; code: string };
  /** The work tree was looked at before the call: the name under which that is kept, or why it could not be; and what was found that a person should hear. */
  snapshot?: ({ id: string; found?: string } | { gap: string }) & {
    /** The config it began with: the call may leave one that cannot be used. As it was written down, so to be checked. */
    config?: unknown;
  };
  /** Not a call but the leave a hook gives the MCP server to run the call it judged; taken once. */
  permit?: Permit;
}

/** What a hook let one call of Writ's own MCP server do. */
export interface Permit {
  /** `sha256:…` of the tool's name and input: it counts for exactly that call. */
  input: string;
  /** The touched files as the hook saw them, in the order of the call. */
  files: readonly { path: string; hash: string | null }[];
  /** The handshake's whole answer: the hook has done what was to be done. */
  answer?: string;
}

/** A file as it was just before the call. */
export interface PendingFile {
  path: string;
  op: "create" | "modify" | "delete" | "rename";
  from?: string;
  /** Should it be a folder, the call puts files into it that it does not name. */
  fills?: true;
  /** `null` when it was not there; left out where the copy tells. */
  hash?: string | null;
  /** Whether a copy of the bytes is kept beside the pending call; large files have none. */
  copied: boolean;
}

/** A person's pause: everything is recorded, protected paths stay closed. */
export interface Pause {
  until: string;
  reason: string;
  by: string;
  since: string;
}
