import type { GuardOptions } from "./guard.ts";
import { HookEngine } from "./hook-engine.ts";
import type { ExecuteOptions, HookOptions, PostHook, PreHook, ToolOutcome } from "./types.ts";

/** Adds a pre-hook to the shared engine; a name taken again is replaced in place (R1). */
export function registerPreHook(name: string, hook: PreHook, options?: HookOptions): void {
  HookEngine.getInstance().registerPreHook(name, hook, options);
}

/** Adds a post-hook to the shared engine. */
export function registerPostHook(name: string, hook: PostHook, options?: HookOptions): void {
  HookEngine.getInstance().registerPostHook(name, hook, options);
}

/** Takes a hook out of the shared engine. */
export function unregisterHook(name: string): boolean {
  return HookEngine.getInstance().unregister(name);
}

/** Takes all hooks out of the shared engine. */
export function clearHooks(): void {
  HookEngine.getInstance().clear();
}

/** Registers the built-in hooks on the shared engine (R16). */
export function registerDefaultHooks(options?: GuardOptions): void {
  HookEngine.getInstance().registerDefaultHooks(options);
}

/** Runs one tool call through the shared engine. */
export function executeTool(toolName: string, payload: unknown, options: ExecuteOptions): Promise<ToolOutcome> {
  return HookEngine.getInstance().executeTool(toolName, payload, options);
}
