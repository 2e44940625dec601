import type { Effect } from "./effect.ts";

/**
 * What kind of tool a call uses.
 * `safe` only reads or plans; `changes` names the files it changes; `command` runs a shell command line;
 * `handshake` is Writ's own tool; `opaque` may do anything.
 */
export type ToolKind = "safe" | "changes" | "command" | "handshake" | "opaque";

/** How dangerous a command line is, as the shell analysis sees it. */
export type CommandClass = "safe" | "changes" | "runs" | "risky" | "opaque";

/** One tool call, as the policies see it. */
export interface Call {
  /** UUIDv4 of this invocation (R3). */
  id: string;
  /** The agent's id for the call, or one derived from session, tool and input; ties before to after. */
  callId: string;
  /** The tool's name as the agent says it. */
  tool: string;
  /** The neutral name: aliases resolved (R20). */
  toolName: string;
  kind: ToolKind;
  /** The verbatim tool input. Never persisted. */
  input: unknown;
  effects: readonly Effect[];
  /** Paths a reading tool reads, as spelled; what they hold is remembered for the lock (R75). */
  reads?: readonly string[];
  /** For commands: the analysis of the command line. */
  command?: Command;
  /** Set when the payload could not be understood; such a call is refused. */
  invalid?: string;
  /** SHA-256 the agent says the file had when it read it (R73), by path as given. */
  observed?: Readonly<Record<string, string>>;
  /** R68: globs the agent asks to add to its intent, and why. */
  expansion?: Expansion;
  /** The mutation class the agent declared, if any. */
  declaredClass?: MutationClass;
  mcp?: { server: string; tool: string };
}

/** A command line and what it was found to do. */
export interface Command {
  /** The text that runs. Never persisted in a tracked file. */
  text: string;
  class: CommandClass;
  /** Programs it starts, in order, without duplicates. */
  programs: readonly string[];
  /** Why it is not safe, in words for a person. */
  reasons: readonly string[];
  /** Files it runs as scripts, as spelled from where it starts: an approval is bound to what they hold. */
  scripts?: readonly string[];
  /** Files it may run beside those: each counts as a script where there is such a file. */
  loads?: readonly string[];
  /** Folders where Python finds modules before its own: a file there that is called like one of those counts as a script. */
  searched?: readonly string[];
  /** Files and folders it is given: what a session wrote of them, or the command makes, counts as a script. */
  fed?: readonly string[];
  /** Where it seeks tools of the repository (`node_modules/.bin/tsc`): there, and in every folder above. */
  tools?: readonly string[];
  /** Words of it that may be files, as spelled from where it starts: an approval is bound to what they hold. */
  named?: readonly string[];
  /** Those that may be folders or lack their ending, of what nobody sees through: all they hold counts. */
  trees?: readonly string[];
  /** The same for file patterns; a `\` stands before a letter that is meant as it is. */
  patterns?: readonly string[];
  /** Its commands that nobody sees through or that may do damage: what such a one takes by itself counts too. */
  asked?: readonly AskedLine[];
  /** What it runs or names that nobody can place beforehand, in words for a person. */
  unplaced?: readonly string[];
  /** Lines of the repository's own programs it runs, as the config has them. */
  runners?: readonly string[];
  /** Some of it goes on after the call has ended, so that what it changes then cannot be told. */
  goesOn?: true;
}

/** One command of a command line: its words, and the folder it stands in, seen from where the line starts. */
export interface AskedLine {
  line: string;
  dir: string;
  /** Nobody knows this program, nor what it takes. */
  isUnknown?: true;
}

export interface Expansion {
  globs: readonly string[];
  reason: string;
}

/** Whether behaviour changed or only its form (R28). */
export const mutationClasses = ["AST_REFACTOR", "INTENT_EVOLUTION", "UNKNOWN"] as const;
export type MutationClass = (typeof mutationClasses)[number];
