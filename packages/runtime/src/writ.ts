import type {
  Alarm,
  Approver,
  BlameLine,
  Call,
  CheckReport,
  CommandClass,
  Config,
  ConfigKey,
  DecisionLedger,
  Effect,
  Event,
  EventLayer,
  Facts,
  Grant,
  GrantStore,
  Intent,
  IntentFinding,
  IntentStore,
  Lesson,
  LinesStore,
  SessionRef,
  SessionStore,
  StateStore,
  Ticket,
  TicketStore,
  TraceLedger,
  TraceRecord,
  Verdict,
} from "@writ/contracts";
import type { IntentContext, TreeNode } from "@writ/engine";
import type { Report } from "@writ/engine/report";
import type { RepairedFile } from "@writ/stores";
import type { CheckOptions } from "./check/check.ts";
import type { Erased, EraseRequest } from "./erase/erase.ts";
import type { Head } from "./git/head.ts";
import type { FileName } from "./lineage/former-names.ts";
import type { ReportOptions } from "./report/report.ts";
import type { Anchored, AnchorOptions } from "./verify/anchor.ts";
import type { RepairRequest } from "./verify/repair.ts";
import type { Verified } from "./verify/types.ts";
import type { VerifyWorkspaceOptions } from "./verify/verify.ts";
import type { BlameOptions } from "./why/sources.ts";
import type { Why } from "./why/types.ts";
import type { WhyOptions } from "./why/why.ts";
import type { IndexListener } from "./workspace/ledger-index.ts";
import type { AgentProcess } from "./workspace/permit.ts";

/** What is not deterministic, handed in so that tests and replays can fix it (R17). */
export interface Ports {
  /** ISO-8601 UTC. */
  now(): string;
  /** UUIDv4. */
  id(): string;
  /** Who is asked when a person must agree; without one a ticket is opened and the call refused. */
  approver?: Approver;
  /** Called with every log line (R11). */
  log?(line: LogLine): void;
  /** Where the work tree stands; read from git's own files unless given. */
  head?(root: string): Promise<Head>;
  /** Who else hears of events, and may object: the hooks a repository declares. */
  events?: EventLayer;
  /** A user's command: it shows and changes the intents and the config as they are, also where no decision goes by them. */
  isUsers?: boolean;
  /** The process ends with its answer: what only pays off later does not here. */
  isBrief?: boolean;
  /** Other backends than files, such as the ones in memory (R161). */
  stores?: Partial<Stores>;
}

/** What there is to tell the agent about an event. */
export interface Heard {
  verdict: Verdict;
  /** Text for the next model call. */
  context?: string;
  /** For the person, each a paragraph. */
  messages?: readonly string[];
}

/** Where everything a workspace remembers is kept. */
export type Stores = Pick<
  Writ,
  "intents" | "sessions" | "tickets" | "grants" | "state" | "traces" | "decisions" | "lines"
>;

/** One phase of one call, for the log. */
export interface LogLine {
  invocationId: string;
  phase: string;
  name?: string;
  durationMs?: number;
  detail?: string;
}

/** The config in force, and what a person should know about it. */
export interface ConfigRead {
  config: Config;
  /** Keys of the file that would loosen something and are ignored until a person trusts the file. */
  untrusted: ConfigKey[];
  /** What would hold if they did. */
  onceTrusted?: Config;
  findings: IntentFinding[];
}

/** What `before` decided. */
export interface Decision {
  verdict: Verdict;
  call: Call;
  /** `null` when the facts could not be read. */
  facts: Facts | null;
  /** Set when an approver or a ticket is needed: the ticket opened for it. */
  ticket?: Ticket;
  /** What would have been said, in observe mode or during a pause. */
  would?: Verdict;
  /** Text for the next model call: the intent's context, or the answer of the handshake. */
  context?: string;
  /** For the person, each a paragraph. */
  messages?: readonly string[];
  /** The handshake's whole answer; the tool itself has nothing to do (R50). */
  answer?: string;
}

/** What `after` wrote down. */
export interface Recorded {
  trace: TraceRecord | null;
  /** A post without a pre (G012). */
  unmatched: boolean;
  raced: readonly string[];
  /** Text for the next model call: what the call changed that it should not have. */
  context?: string;
  /** For the person, each a paragraph. */
  messages?: readonly string[];
}

/** A selection that took effect. */
export interface Selection {
  intent: Intent;
  /** `<intent_context>` XML (R46, R47). */
  xml: string;
  /** The same as JSON (R48). */
  json: IntentContext;
}

/** What `explain` says of one path, command or event. */
export interface Explanation {
  verdict: Verdict["kind"];
  code: string | null;
  message: string;
  effects: Pick<Effect, "op" | "path" | "from" | "to" | "certainty" | "within">[];
  /** For a command: how dangerous it is, what it starts, and what stands inside of what. */
  class?: CommandClass;
  programs?: readonly string[];
  tree?: TreeNode;
}

/** What `publish` did. */
export interface Published {
  /** The tracked files that grew, from the root. */
  files: string[];
  traces: number;
  decisions: number;
}

/** One governed workspace: the whole path of a call, and the stores behind it. */
export interface Writ {
  readonly root: string;
  readonly intents: IntentStore;
  readonly sessions: SessionStore;
  readonly tickets: TicketStore;
  readonly grants: GrantStore;
  readonly state: StateStore;
  readonly traces: TraceLedger;
  readonly decisions: DecisionLedger;
  readonly lines: LinesStore;
  readConfig(): Promise<ConfigRead>;
  /**
   * Before a tool runs: gather, decide, and what follows from the verdict. Never throws; a fault is a deny. `asks` says
   * that the agent asks its person when it is told `ask`; without that a question waits as a ticket.
   */
  before(event: Event, options?: { asks?: boolean }): Promise<Decision>;
  /**
   * For the MCP server: a call of its tools that a hook of this workspace has judged already, to be carried out but
   * neither judged nor recorded again. `null` where no hook of the server's agent saw it; `parents` are the processes
   * that started the server. Never throws; a fault is a deny.
   */
  adopt(event: Event, parents?: readonly AgentProcess[]): Promise<Decision | null>;
  /** Claims files, by their path from the root, until the function it gives is called: nobody else who asks gets them meanwhile. */
  hold(paths: readonly string[]): Promise<() => Promise<void>>;
  /** Any other event: what it means for the session and the records, and what to tell the agent. */
  hear(event: Event): Promise<Heard>;
  /** After it ran or failed: what changed is written down. */
  after(event: Event): Promise<Recorded>;
  /** Session start: binds the branch's or the parent's intent; gives the prompt section. */
  startSession(event: Event): Promise<{ context: string }>;
  /** Turn end and session end: ends pending calls, flushes history, per-turn reset. */
  endTurn(event: Event): Promise<readonly string[]>;
  endSession(event: Event): Promise<readonly string[]>;
  /** Binds an intent to a session (R46-R56). Throws a ProblemError when it may not be selected. */
  select(session: SessionRef, intent: string, by: "tool" | "cli" | "library"): Promise<Selection>;
  /** Writes lessons into the shared brain, `AGENT.md` unless the config says otherwise (R107, R108). */
  learn(lessons: readonly Lesson[]): Promise<void>;
  /** Protocol sentence, intents, the active one (R59). Empty when ungoverned. */
  promptSection(session: string | null): Promise<string>;
  /** What would be decided, without any effect. Relative paths start at `cwd`, the root unless told. */
  explain(
    what: { path: string } | { command: string } | { tool: string; input: unknown },
    intent: string | null,
    cwd?: string,
  ): Promise<Explanation>;
  /** Who made each line of a file, from its path from the root; with a revision, as that commit has it. */
  blame(path: string, options?: BlameOptions): Promise<BlameLine[]>;
  /** How a file, or some lines of it, came to be. */
  why(path: string, options?: WhyOptions): Promise<Why>;
  /** Makes `intent_map.md` again from the ledger, and gives its text. */
  remakeMap(listener?: IndexListener): Promise<string>;
  /** The names a file had, the present one first: what is on record under them is about it. */
  names(path: string, listener?: IndexListener): Promise<FileName[]>;
  /** Whether a change may go in, by its lines, its records and its sidecar. */
  check(options?: CheckOptions): Promise<CheckReport>;
  /** What the ledgers say of a stretch of time, in numbers. */
  report(options?: ReportOptions): Promise<Report>;
  verify(options?: VerifyWorkspaceOptions): Promise<Verified>;
  /** Notes the newest line of every chain in git, so that a cut end and chains made anew show. */
  anchor(options?: AnchorOptions): Promise<Anchored>;
  /** Sets damaged lines of the ledgers aside, and records what is missing then. */
  repair(request: RepairRequest): Promise<RepairedFile[]>;
  /** Takes a person's data out of the ledgers and the state, for good. The chains stay whole. */
  erase(request: EraseRequest): Promise<Erased>;
  /** The sessions on record whose ids begin with a text. */
  sessionsLike(text: string): Promise<string[]>;
  /** Compares the protected files with what they should be, and gives the alarms nobody has acknowledged. */
  alarms(): Promise<Alarm[]>;
  /** Copies records of the staged files (or of `files`) into the tracked ledger, and stages it. */
  publish(options?: { files?: readonly string[]; all?: boolean }): Promise<Published>;
  /** How many recorded changes are in commits that did not publish them; the next commit, or `publish`, does. */
  unpublished(): Promise<number>;
  /** Answers a ticket and records who did and how sure that is. */
  answer(
    ticket: string,
    answer: { approved: boolean; by: string; assurance: "script" | "tty" | "native" | "ui"; note?: string },
  ): Promise<Ticket>;
  /** Answers a ticket with a grant: yes to the same command, under the same intent, until `until`. */
  grant(
    ticket: string,
    answer: { by: string; assurance: "script" | "tty" | "native" | "ui"; until: string },
  ): Promise<Grant>;
  /** Takes a grant back; `false` when it had ended already. */
  revoke(grant: string, who: { by: string; assurance: "script" | "tty" | "native" | "ui" }): Promise<boolean>;
  close(): Promise<void>;
}
