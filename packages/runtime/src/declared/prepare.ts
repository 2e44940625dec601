import type { ContentHash, Hook, StateStore } from "@writ/contracts";
import { type Handler, handlerOf, type Places } from "./handler-files.ts";
import { hashOf, type Standing, standingOf } from "./trust.ts";

/** A hook with its handler as it is right now. */
export interface PreparedHook {
  readonly hook: Hook;
  readonly handler: Handler;
  readonly hash: ContentHash | null;
  readonly standing: Standing;
}

/** Looks at what would be run, and whether a person has. */
export async function prepareHook(
  hook: Hook,
  places: Places,
  state: Pick<StateStore, "readTrusted">,
): Promise<PreparedHook> {
  const handler = handlerOf(hook, places);
  const hash = hashOf(hook, handler, places);
  return { hook, handler, hash, standing: await standingOf(hook, hash, state) };
}

const why: Partial<Record<Standing, string>> = {
  untrusted: "nobody has trusted it yet; look at it with: writ trust",
  changed: "it changed since a person trusted it; look at it with: writ trust",
};

/** Why a hook may not run at all, whatever its handler is; `null` when it may. */
export const distrustOf = ({ standing }: Pick<PreparedHook, "standing">): string | null => why[standing] ?? null;

/** A guard that is not what somebody looked at any more, also where it is not known what that was. */
export const isLostGuard = ({ hook, standing }: PreparedHook): boolean =>
  standing === "changed" && hook.onFailure === "deny";
