import type { HookOptions, PostHook, PreHook } from "./types.ts";

/** One registered hook. */
export interface Registered<F> {
  name: string;
  hook: F;
  options: HookOptions;
}

/** Hooks in the order they were registered; a name taken again is replaced where it stands (R1). */
export class Registry<F extends PreHook | PostHook> {
  #hooks: Registered<F>[] = [];

  register(name: string, hook: F, options: HookOptions = {}): void {
    if (name === "") throw new TypeError("A hook needs a name.");
    const entry = { name, hook, options };
    const at = this.#hooks.findIndex((one) => one.name === name);
    this.#hooks = at < 0 ? [...this.#hooks, entry] : this.#hooks.with(at, entry);
  }

  /** Takes a hook out; `false` when there was none of that name. */
  unregister(name: string): boolean {
    const kept = this.#hooks.filter((one) => one.name !== name);
    const found = kept.length < this.#hooks.length;
    this.#hooks = kept;
    return found;
  }

  clear(): void {
    this.#hooks = [];
  }

  /** The hooks as they are now; a hook that registers another one does not change the run it is in. */
  list(): readonly Registered<F>[] {
    return this.#hooks;
  }
}
