import { randomUUID } from "node:crypto";
import type { LogLine } from "../writ.ts";
import { defaultHookNames, installDefaultHooks } from "./default-hooks.ts";
import { runBefore, runPost, runTool } from "./execute.ts";
import type { Block, S0PostContext, S0PreContext, S0PreResult, S1PreResult, Task, ToolContext } from "./facades.ts";
import { paramsOf, sessionOf, toolContext } from "./facades.ts";
import { Guard, type GuardOptions } from "./guard.ts";
import { OpenCalls } from "./open-calls.ts";
import { Registry } from "./registry.ts";
import type { ExecuteOptions, HookOptions, PostHook, PreHook, PreHookContext, ToolOutcome } from "./types.ts";

/** What an engine is made with. */
export interface HookEngineOptions extends GuardOptions {
  /** Gets every log line (R11). Nothing is printed without it. */
  log?: (line: LogLine) => void;
}

/** Runs tool calls between hooks. Make as many as you like; `getInstance` is the one shared by default (R14). */
export class HookEngine {
  static #instance: HookEngine | undefined;

  static getInstance(): HookEngine {
    HookEngine.#instance ??= new HookEngine();
    return HookEngine.#instance;
  }

  readonly #pre = new Registry<PreHook>();
  readonly #post = new Registry<PostHook>();
  readonly #failures = new Set<string>();
  readonly #calls = new OpenCalls();
  #log: (line: LogLine) => void;
  #options: GuardOptions;
  #guard: Guard | null = null;

  constructor({ log, ...options }: HookEngineOptions = {}) {
    this.#log = log ?? (() => {});
    this.#options = options;
  }

  registerPreHook(name: string, hook: PreHook, options?: HookOptions): void {
    this.#pre.register(name, hook, options);
  }

  registerPostHook(name: string, hook: PostHook, options?: HookOptions): void {
    this.#post.register(name, hook, options);
  }

  /** Takes a pre- or post-hook out again; `false` when there was none of that name. */
  unregister(name: string): boolean {
    const pre = this.#pre.unregister(name);
    return this.#post.unregister(name) || pre;
  }

  /** Takes all hooks out, the built-in ones too. */
  clear(): void {
    this.#pre.clear();
    this.#post.clear();
    this.#guard = null;
  }

  /** Registers the built-in hooks, once, in their fixed order (R16). */
  registerDefaultHooks(options: GuardOptions = {}): void {
    if (this.#guard !== null) return;
    this.#guard = new Guard({ ...this.#options, ...options });
    installDefaultHooks(this, this.#guard);
  }

  /** The hooks as they would run. */
  hooks(): { pre: string[]; post: string[] } {
    return { pre: this.#pre.list().map(({ name }) => name), post: this.#post.list().map(({ name }) => name) };
  }

  /** Hands a line to the log this engine was made with; a broken log never breaks a call. */
  log(line: LogLine): void {
    try {
      this.#log(line);
    } catch {
      // Nothing sensible is left to tell anyone.
    }
  }

  #machinery() {
    const guarded = this.#guard !== null && this.#pre.list().some(({ name }) => name === defaultHookNames[2]);
    return {
      pre: this.#pre,
      post: this.#post,
      claim: guarded && this.#guard !== null ? this.#guard.claim : null,
      log: (line: LogLine) => this.log(line),
    };
  }

  /** Runs one tool call: pre-hooks, the tool if they allow it, post-hooks (R3-R8). */
  executeTool(toolName: string, payload: unknown, options: ExecuteOptions): Promise<ToolOutcome> {
    return runTool(this.#machinery(), toolName, payload, options);
  }

  /** S1's entry: may this block run? The host runs it and then calls `postToolUse`. */
  async preToolUse(task: Task, block: Block): Promise<S1PreResult> {
    this.registerDefaultHooks();
    const context = this.#context(task, block);
    // A block that still streams in has no complete arguments to judge: it must not reach the tool (R87).
    if (block.partial === true) return { allowExecution: false, context: toolContext(context, false) };
    const machinery = this.#machinery();
    const { admission, release } = await runBefore(machinery, context);
    // The host runs the tool itself, so nothing can be held across it.
    await release();
    const had = this.#failures.has(context.session.id);
    const s1: ToolContext = toolContext(context, had);
    const injection = admission.context.length === 0 ? {} : { contextInjection: admission.context.join("\n") };
    if (admission.allowed) {
      const answer = admission.inject === undefined ? {} : { answer: admission.inject.result };
      this.#calls.begin(context);
      return { allowExecution: true, context: s1, ...answer, ...injection };
    }
    const { reason = "" } = admission;
    await runPost(machinery, { ...context, allowed: false, reason, durationMs: 0 });
    return { allowExecution: false, errorMessage: reason, context: s1, ...injection };
  }

  /** S1's exit: writes down what the block did, and gives back what the model should hear of it. */
  async postToolUse(
    task: Task,
    block: Block,
    context: ToolContext,
    executionSucceeded: boolean,
  ): Promise<{ contextInjection?: string }> {
    const pre = this.#context(task, block, context.invocationId);
    const { id } = pre.session;
    if (executionSucceeded) this.#failures.delete(id);
    else this.#failures.add(id);
    const error = executionSucceeded ? {} : { error: new Error("the tool failed") };
    const told = await runPost(this.#machinery(), {
      ...pre,
      allowed: true,
      durationMs: this.#calls.end(pre.invocationId),
      ...error,
    });
    return told.length === 0 ? {} : { contextInjection: told.join("\n") };
  }

  /** S0's entry. */
  async executePreHook({ task, block, toolName, params }: S0PreContext): Promise<S0PreResult> {
    const said = await this.preToolUse(task, { ...block, name: toolName, nativeArgs: params });
    const texts = [said.contextInjection, said.answer].filter((text) => typeof text === "string");
    return {
      blocked: !said.allowExecution,
      ...(said.errorMessage === undefined ? {} : { reason: said.errorMessage }),
      ...(texts.length === 0 ? {} : { contextInjection: texts.join("\n") }),
    };
  }

  /** S0's exit. */
  async executePostHook({
    task,
    block,
    toolName,
    params,
    error,
  }: S0PostContext): Promise<{ contextInjection?: string }> {
    const named = { ...block, name: toolName, nativeArgs: params };
    const call = this.#context(task, named);
    const context = { ...call, invocationId: this.#calls.find(call) ?? call.invocationId };
    return this.postToolUse(task, named, toolContext(context, false), error === undefined);
  }

  #context(task: Task, block: Block, invocationId: string = randomUUID()): PreHookContext {
    return {
      invocationId,
      callId: block.id ?? null,
      toolName: block.name,
      payload: paramsOf(block),
      session: sessionOf(task),
      askApproval: task.askApproval,
      signal: new AbortController().signal,
      pushToolResult: async () => {},
    };
  }
}
