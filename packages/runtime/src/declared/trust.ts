import type { ContentHash, Hook, StateStore } from "@writ/contracts";
import type { Handler, Places } from "./handler-files.ts";
import { readMaterial } from "./material.ts";
import { isBuiltin } from "./registry.ts";

/** What a person trusts when they trust a hook (`StateStore.trust`). */
export const hookTrust = (id: string): string => `hook:${id}`;

/** How a hook stands with the person: `changed` was trusted once, as something else. */
export type Standing = "builtin" | "trusted" | "untrusted" | "changed";

/**
 * What a hook is, by its bytes: the definition, then name and bytes of each of its files. `null` where they cannot be
 * told. Taken right before a run. What remains: whoever can write these files could exchange one between this look and
 * the moment the system opens it, and what a handler itself reads, imports or starts is not covered. Both are closed to
 * an agent's tools, as the files are protected; neither is to a program that runs as the same user.
 */
export function hashOf(hook: Hook, handler: Handler, places: Places): ContentHash | null {
  return readMaterial(hook, places, handler)?.hash ?? null;
}

/** Whether a person has looked at exactly this hook. */
export async function standingOf(
  hook: Hook,
  hash: ContentHash | null,
  state: Pick<StateStore, "readTrusted">,
): Promise<Standing> {
  if (isBuiltin(hook)) return "builtin";
  const trusted = await state.readTrusted(hookTrust(hook.id));
  if (hash !== null && trusted.includes(hash)) return "trusted";
  return trusted.length === 0 ? "untrusted" : "changed";
}
