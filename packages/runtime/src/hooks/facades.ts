import { touchedPaths } from "../workspace/files.ts";
import type { AskApproval, HookSession, PreHookContext } from "./types.ts";

/** As much of a host's task as the engine reads. Roo's `Task` fits. */
export interface Task {
  taskId?: string;
  instanceId?: string;
  cwd?: string;
  parentTaskId?: string;
  /** Model in use, where the host says so. */
  modelId?: string;
  askApproval?: AskApproval;
}

/** As much of a host's tool-use block as the engine reads. */
export interface Block {
  name: string;
  id?: string;
  params?: unknown;
  nativeArgs?: unknown;
  /** The block still streams in. */
  partial?: boolean;
}

/** What S1's pre-hook hands to its post-hook. */
export interface ToolContext {
  invocationId: string;
  toolName: string;
  isMutatingTool: boolean;
  intentId?: string;
  touchedPaths: string[];
  hadToolFailureBefore: boolean;
}

/** S1's result of `preToolUse` (R15). */
export interface S1PreResult {
  allowExecution: boolean;
  errorMessage?: string;
  context: ToolContext;
  contextInjection?: string;
  /** Set when a hook answered the call itself: the host pushes this and does not run the tool. */
  answer?: unknown;
}

/** S0's argument of `executePreHook`. */
export interface S0PreContext {
  toolName: string;
  params: unknown;
  task: Task;
  block: Omit<Block, "name"> & { name?: string };
}

/** S0's result of `executePreHook` (R15). */
export interface S0PreResult {
  blocked: boolean;
  reason?: string;
  contextInjection?: string;
}

/** S0's argument of `executePostHook`. */
export interface S0PostContext extends S0PreContext {
  result?: unknown;
  error?: unknown;
}

/** The session of a task. A task without an id is its own session, which no other shares. */
export function sessionOf(task: Task): HookSession {
  const id = task.taskId ?? task.instanceId ?? "task";
  return {
    id,
    ...(task.cwd === undefined ? {} : { cwd: task.cwd }),
    ...(task.modelId === undefined ? {} : { model: task.modelId }),
    ...(task.parentTaskId === undefined ? {} : { parent: task.parentTaskId }),
  };
}

/** The arguments of a block: native ones where the host has them, else the parsed ones. */
export const paramsOf = (block: Block): unknown => block.nativeArgs ?? block.params ?? {};

/** What S1's post-hook will need of the pre-hook. */
export function toolContext(context: PreHookContext, hadToolFailureBefore: boolean): ToolContext {
  const { call, intent } = context;
  return {
    invocationId: context.invocationId,
    toolName: call?.toolName ?? context.toolName,
    isMutatingTool: call !== undefined && call.kind !== "safe" && call.kind !== "handshake",
    ...(typeof intent === "string" ? { intentId: intent } : {}),
    touchedPaths: call === undefined ? [] : touchedPaths(call.effects),
    hadToolFailureBefore,
  };
}
