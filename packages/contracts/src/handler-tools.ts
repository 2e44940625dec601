import type { AbilitySuggestion } from "./ability.ts";
import type { HookContext } from "./hook-context.ts";
import type { HookResult } from "./hook-result.ts";

/** How a program a handler ran ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** What a module handler gets beside its context, so that it needs no imports of Writ's. */
export interface HandlerTools {
  readonly root: string;
  /** Aborted shortly before the handler's time is over. */
  readonly signal: AbortSignal;
  /** Abilities that may help with a request, best first. */
  suggestAbilities(message: string): Promise<AbilitySuggestion[]>;
  /**
   * Appends to a file below the root, whole or not at all, whoever else appends. With `rotateBytes`, one that is at
   * least that large becomes `FILE.1` first; `keep` old ones stay, three unless told. With `existing`, one that is not
   * there is not made. Here and in `updateJson` no link is followed, and what an agent may not change without a person
   * (protected and sensitive files, handlers) is refused.
   */
  append(
    path: string,
    text: string,
    options?: { rotateBytes?: number; keep?: number; existing?: boolean },
  ): Promise<void>;
  /** Changes a JSON file below the root; nobody else changes it meanwhile. What cannot be read counts as `{}`. */
  updateJson(path: string, change: (value: Record<string, unknown>) => Record<string, unknown>): Promise<void>;
  /** Runs a program, no shell, in a folder below the root; ends with the handler. One that is not there has code 127. */
  run(command: readonly string[], options?: { cwd?: string; timeoutMs?: number }): Promise<Ran>;
}

/** The default export of a module handler. */
export type ModuleHandler = (
  context: HookContext,
  tools: HandlerTools,
) => HookResult | undefined | Promise<HookResult | undefined>;
