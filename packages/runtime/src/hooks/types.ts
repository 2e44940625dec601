import type { Call, ToolError } from "@writ/contracts";

/** Who the call is made for. Two sessions never share anything (R18). */
export interface HookSession {
  id: string;
  /** Where relative paths start, and where the workspace is looked for. */
  cwd?: string;
  model?: string;
  parent?: string;
}

/** Asks the person behind the host, as S2's hosts do. */
export type AskApproval = (type: string, message: string) => Promise<boolean>;

/** What a pre-hook sees. */
export interface PreHookContext {
  /** UUIDv4, the same in every hook and log line of one call (R3). */
  readonly invocationId: string;
  /** The host's id for the call; `null` where it has none and one is derived from what is called. */
  readonly callId: string | null;
  readonly toolName: string;
  readonly payload: unknown;
  readonly session: HookSession;
  readonly askApproval?: AskApproval | undefined;
  readonly signal: AbortSignal;
  /** Reports the call's one result; whoever calls it first has reported it (R6). */
  readonly pushToolResult: (result: unknown) => Promise<void>;
  /** What the call does, once a hook has looked (`undefined` where nobody did). */
  call?: Call;
  /** The intent the session works under, once a hook has looked. */
  intent?: string | null;
}

/** What a pre-hook may say. Saying nothing is allowing (R5). */
export interface PreHookResult {
  allow: boolean;
  /** Why not. Becomes the tool result, unless the hook already reported it. */
  reason?: string;
  /** Text for the next model call (R13). */
  contextInjection?: string;
  /** The whole answer of the call: the tool itself is not run (R13). */
  inject?: unknown;
}

/** Runs before a tool. */
export type PreHook =
  | ((context: PreHookContext) => Promise<PreHookResult | undefined>)
  | ((context: PreHookContext) => PreHookResult | undefined)
  | ((context: PreHookContext) => Promise<void>)
  | ((context: PreHookContext) => void);

/** What a post-hook sees: every outcome, also refusals and errors (R7). */
export interface PostHookContext extends PreHookContext {
  readonly allowed: boolean;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly reason?: string;
  readonly durationMs: number;
  /** Adds text for the model, which comes with the outcome as `contextInjection`. */
  readonly tell: (text: string) => void;
}

/** Runs after a tool, whatever became of it. */
export type PostHook = (context: PostHookContext) => Promise<void> | void;

/** How a hook behaves when it breaks: a guard blocks the call, an observer is skipped (R10). */
export interface HookOptions {
  kind?: "guard" | "observer";
  /** How long it may take; longer counts as broken. No limit when absent: a hook may wait for a person (R12). */
  timeoutMs?: number;
}

/** What `executeTool` is given to work with. */
export interface ExecuteOptions {
  session: HookSession;
  /**
   * The tool itself. Called exactly once when allowed, never when blocked (R4). What it returns is the result,
   * unless it reports one itself through the `pushToolResult` it is given, or returns nothing.
   */
  execute: (io: {
    pushToolResult: (result: unknown) => Promise<void>;
    signal: AbortSignal;
  }) => Promise<unknown> | unknown;
  askApproval?: AskApproval;
  /** Gets the one result of the call (R6, R87). */
  pushToolResult?: (result: unknown) => Promise<void> | void;
  /** Gets an error the tool threw; without it the error is thrown on. */
  handleError?: (action: string, error: unknown) => Promise<void> | void;
  signal?: AbortSignal;
}

/** What became of a call. */
export interface ToolOutcome {
  invocationId: string;
  allowed: boolean;
  result?: unknown;
  error?: unknown;
  /** Set when it was blocked. */
  blocked?: ToolError;
  /** Everything the pre-hooks want the model to see next. */
  contextInjection?: string;
}
