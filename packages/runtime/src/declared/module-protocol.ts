import type { HookContext } from "@writ/contracts";

/** What a warm child is asked to do. */
export interface ModuleRequest {
  readonly id: number;
  readonly root: string;
  readonly file: string;
  /** Tells versions of the file apart. */
  readonly hash: string;
  readonly timeoutMs: number;
  readonly context: HookContext;
}

/** What it answers: the result as JSON, or what went wrong. */
export type ModuleAnswer =
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly fault: string };

/** Whether a message is an answer: the handler in the child may send whatever it likes. */
export function isAnswer(value: unknown): value is ModuleAnswer {
  if (typeof value !== "object" || value === null || !("id" in value) || typeof value.id !== "number") return false;
  return ("text" in value && typeof value.text === "string") || ("fault" in value && typeof value.fault === "string");
}
