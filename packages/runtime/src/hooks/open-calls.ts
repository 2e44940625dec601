import { canonicalJson } from "@writ/engine";
import type { PreHookContext } from "./types.ts";

/** A host that never says how its calls ended must not fill the memory with them. */
const most = 1000;

type Begun = Pick<PreHookContext, "session" | "callId" | "toolName" | "payload">;

/** Two reports of one call: by the host's id, or by all that is called. */
const keyOf = ({ session, callId, toolName, payload }: Begun): string =>
  canonicalJson([session.id, callId ?? [toolName, payload]]);

/** The calls a host runs itself, from their pre-hooks to their post-hooks. */
export class OpenCalls {
  readonly #calls = new Map<string, { key: string; at: number }>();

  begin(context: PreHookContext): void {
    this.#calls.set(context.invocationId, { key: keyOf(context), at: performance.now() });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= most) return;
      this.#calls.delete(oldest);
    }
  }

  /** The call that began like this one, for a host that keeps no invocation id. */
  find(call: Begun): string | undefined {
    const key = keyOf(call);
    // The newest: an older one is a call nobody told the end of.
    return [...this.#calls].findLast(([, begun]) => begun.key === key)?.[0];
  }

  /** Milliseconds since the call was let go; 0 for one nobody saw begin. */
  end(invocationId: string): number {
    const begun = this.#calls.get(invocationId);
    this.#calls.delete(invocationId);
    return begun === undefined ? 0 : Math.round(performance.now() - begun.at);
  }
}
