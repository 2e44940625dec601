import type { CallStatus, HookEvent, Stage } from "./hook-event.ts";

/** What every handler is told, wire spelling (S4 4.1). Summaries, never raw payloads; secrets are taken out. */
interface Base<E extends HookEvent> {
  event_type: E;
  session_id: string;
  /** ISO-8601 UTC. */
  timestamp: string;
  repository_root: string;
  stage: Stage;
  /** The agent at work, by Writ's id for it. */
  agent: string;
  model?: string;
  environment: string;
  /** The intent the session works under. */
  intent?: string;
}

/** What a call does to one file, or to a folder as a whole. Paths are from the root. */
export interface FileChange {
  op: "create" | "modify" | "delete" | "rename";
  path: string;
  /** Of a rename: where it was. */
  from?: string;
}

/** What the tool call in question is. */
interface Calling {
  /** What is called, by its neutral name; the name of the skill or ability where the call runs one. */
  ability_id: string;
  operation_key?: string;
  /** The tool as the agent calls it. */
  tool_name: string;
  /** Files the call changes, from the root. */
  paths: string[];
  /** What it does to them, also where a command does it. */
  changes: FileChange[];
  /** Of a command: the programs it starts, as far as they can be known. */
  programs?: string[];
  /** Whether `changes` and `programs` are all there is. Where not, a guard is asked whatever its `match` says of them. */
  is_known: boolean;
}

export interface PromptContext extends Base<"UserPromptSubmit"> {
  user_message: string;
  /** What the session has changed so far. */
  files_touched: string[];
}

export interface PreCallContext extends Base<"PreAbilityCall">, Calling {
  planned_input_summary?: string;
  /** Of a command: the line, up to 64,000 characters, without secrets; its words stay as many as they are. */
  command?: string;
  /** Whether that is the whole line; a guard cannot judge by the beginning of one. */
  command_is_whole?: boolean;
}

export interface PostCallContext extends Base<"PostAbilityCall">, Calling {
  status: CallStatus;
  duration_ms?: number;
  input_summary?: string;
  output_summary?: string;
  tool_call_path?: string;
}

export interface StopContext extends Base<"SessionStop"> {
  /** What the session has changed since it last stopped, from the ledger. */
  changed_files: string[];
  /** What the session has changed altogether; a handler that runs the repository's own programs looks here first. */
  files_touched?: string[];
}

export interface EndContext extends Base<"SessionEnd"> {
  /** What the session has changed altogether, from the ledger. */
  changed_files: string[];
}

export type HookContext =
  | Base<"SessionStart">
  | PromptContext
  | PreCallContext
  | PostCallContext
  | StopContext
  | EndContext;
