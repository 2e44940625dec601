import type { FileFinding, Hook, HookContext, StateStore } from "@writ/contracts";
import { plan, refusable } from "@writ/engine";
import { readGuards } from "./guards.ts";
import type { Places } from "./handler-files.ts";
import { prepareHook } from "./prepare.ts";
import { isBuiltin, type Registry } from "./registry.ts";

/** What became of a guard that is not there any more as a person trusted it. */
export type Loss = "changed" | "off" | "gone" | "unreadable";

/** A guard somebody relies on: what it guarded, by the definition they trusted, is refused meanwhile. */
export interface LostGuard {
  /** As it was trusted. */
  readonly hook: Hook;
  readonly loss: Loss;
}

/** What happened to a guard, behind its name. */
export const lossWords: Readonly<Record<Loss, string>> = {
  changed: "changed since a person trusted it",
  off: "was switched off since a person trusted it",
  gone: "is gone, though a person relies on it",
  unreadable: "cannot be read any more, though a person relies on it",
};

/** The guards people trusted that are not there now in a form they trusted. */
export async function findLostGuards(
  { hooks, findings }: Registry,
  places: Places,
  state: Pick<StateStore, "readTrusted">,
): Promise<LostGuard[]> {
  const lost: LostGuard[] = [];
  for (const { hook, isReadable } of readGuards(places.root)) {
    if (!isReadable) {
      lost.push({ hook, loss: "unreadable" });
      continue;
    }
    const now = hooks.find((one) => one.id === hook.id && !isBuiltin(one));
    if (now === undefined) lost.push({ hook, loss: isBroken(hook, findings) ? "unreadable" : "gone" });
    else if ((await prepareHook(now, places, state)).standing !== "trusted")
      lost.push({ hook, loss: now.enabled ? "changed" : "off" });
  }
  return lost;
}

/** Whether the file it was in is there, and says something nobody understands. */
const isBroken = ({ source }: Hook, findings: readonly FileFinding[]): boolean =>
  findings.some(({ file, severity }) => severity === "error" && (file === source || source.startsWith(`${file}/`)));

/** The first of them that would have been asked about this event, by what it was trusted as. */
export function lostOver(lost: readonly LostGuard[], context: HookContext, environment: string): LostGuard | null {
  if (!refusable.includes(context.event_type)) return null;
  return lost.find(({ hook }) => plan([hook], context, environment).run.length > 0) ?? null;
}
