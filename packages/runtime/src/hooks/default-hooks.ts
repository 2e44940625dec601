import { approval, gate, lock, scope } from "@writ/engine";
import type { Guard } from "./guard.ts";
import type { HookEngine } from "./hook-engine.ts";

/** The names of the built-in hooks, in the order they run (R16). */
export const defaultHookNames = ["logHook", "blockIfNoIntent", "scopeAndLock", "hitlPreHook", "traceHook"] as const;

/** Says which tool is called with which fields; never what is in them. */
function summary(payload: unknown): string {
  const fields = typeof payload === "object" && payload !== null ? Object.keys(payload).join(", ") : typeof payload;
  return `payload: ${fields}`;
}

/** Registers the built-in hooks. Registering twice is registering once (R16). */
export function installDefaultHooks(engine: HookEngine, guard: Guard): void {
  engine.registerPreHook(
    "logHook",
    ({ invocationId, toolName, payload }) =>
      engine.log({ invocationId, phase: "call", name: toolName, detail: summary(payload) }),
    { kind: "observer" },
  );
  engine.registerPreHook("blockIfNoIntent", async (context) => {
    return (await guard.handshake(context)) ?? (await guard.check(context, [gate])) ?? undefined;
  });
  engine.registerPreHook("scopeAndLock", async (context) => (await guard.check(context, [scope, lock])) ?? undefined);
  engine.registerPreHook("hitlPreHook", async (context) => (await guard.check(context, [approval])) ?? undefined);
  engine.registerPostHook("traceHook", (context) => guard.trace(context));
}
