import type { Call } from "./call.ts";
import type { Config } from "./config.ts";
import type { Grant } from "./grant.ts";
import type { Intent } from "./intent.ts";
import type { Observation, Pause, Session } from "./session.ts";
import type { Ticket } from "./ticket.ts";
import type { Verdict } from "./verdict.ts";

/** How guarded a file is, whatever a scope glob says. */
export type Tier = "protected" | "sensitive" | "plain";

/** One touched path, as it really is on this disk. */
export interface FileFact {
  /** As the agent spelled it. */
  given: string;
  /** `refused`: no safe reading of the spelling exists; `reason` says why. */
  place: "workspace" | "scratch" | "outside" | "refused";
  /** Real identity: POSIX path from the workspace root; absolute outside of it; as given when refused. */
  path: string;
  reason?: string;
  /** What lies beneath this temporary folder and belongs to Writ or to a workspace: no call may change all of the folder. */
  holds?: readonly { readonly path: string; readonly what: string }[];
  /** Where the name itself lies in the workspace, when it is a symbolic link: what deleting or replacing it changes. */
  entry?: string;
  /** The name itself is a symbolic link, wherever it lies. */
  isLink?: true;
  kind: "file" | "directory" | "special" | "absent";
  /** A folder that is copied with links in it, which lead out of it and so somewhere else from another place. */
  linksOut?: true;
  tier: Tier;
  /** Hard links to the same content; above one, another name shares what is written. */
  links: number;
  /** In bytes; unset when absent or not a file. */
  size?: number;
  /** `sha256:…` of the bytes now; `null` when absent or not a file. */
  hash: string | null;
  /** A tool is told to write there, and git ignores and does not track it: build output, which no scope needs to own. */
  ignored?: boolean;
  /** What the session last saw, if it ever did. */
  seen?: Observation;
  /** The file differs from `seen` only in layout. */
  sameTokens?: boolean;
}

/** One thing a command runs that this session, or one it works with, has changed or that nobody vouches for. */
export interface ChangedRun {
  /** The script, or the file that defines the runner; `#` and a part of it where only that part counts. */
  name: string;
  /** The runner it defines; without one it is run as a script. */
  runner?: string;
  /**
   * Why it counts: the session wrote it, another session of this working copy did, the command itself makes it, it
   * lies where anybody writes, its content cannot be read, or it is not there.
   */
  why: "written" | "earlier" | "made" | "scratch" | "unreadable" | "absent";
  /** `sha256:…` of what would run. */
  hash: string | null;
}

/** The intents as they could be read. */
export type IntentsFact =
  | { state: "ok"; intents: readonly Intent[] }
  | { state: "missing" }
  | { state: "invalid"; file: string; reason: string };

/** What a quick intent has used of its few files and lines. */
export interface Spent {
  files: readonly string[];
  lines: number;
}

/** Stands for a use that is not known: a note that is damaged or missing gives no limits again. */
export const allSpent: Spent = { files: [], lines: 1_000_000_000 };

/** The world as read just before deciding. Everything a policy may know is in here. */
export interface Facts {
  root: string;
  /** ISO-8601 UTC, when the facts were read. */
  now: string;
  config: Config;
  session: Session;
  intents: IntentsFact;
  /** Patterns of `.intentignore`. */
  ignore: readonly string[];
  /** By spelling in the call's effects; a rename has an entry for either end. */
  files: Readonly<Record<string, FileFact>>;
  /** Digest of the exact action and of everything an answer to it depends on. */
  binding: string;
  /** Answered tickets of this session, approved and unused or rejected, that have not expired. */
  approvals: readonly Ticket[];
  /** The same action without the session: what a standing answer is bound to. Unset where none can be given. */
  standing?: string;
  /** Standing answers of this intent that hold now. */
  grants?: readonly Grant[];
  /** What the command runs and this session changed, as far as nobody has agreed to it yet. */
  runs?: readonly ChangedRun[];
  pause: Pause | null;
  /** Files and lines this quick intent has already changed. */
  spent?: Spent;
}

/** A built-in pure rule before a tool. No I/O, no throw, no clock. */
export interface Policy {
  name: string;
  check(call: Call, facts: Facts): Verdict;
}
