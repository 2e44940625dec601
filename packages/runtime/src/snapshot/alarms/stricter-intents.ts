import type { Intent, IntentsRead } from "@writ/contracts";

export const isClosed = ({ status }: Pick<Intent, "status">): boolean => status === "COMPLETE" || status === "BLOCKED";

const isExclusion = (glob: string): boolean => glob.startsWith("!");

/** Whether one scope owns no more than another as far as its globs tell: an exclusion that is gone would open something. */
export function isNarrower(now: readonly string[], accepted: readonly string[]): boolean {
  const owned = now.filter((glob) => !isExclusion(glob));
  return (
    owned.every((glob) => accepted.includes(glob)) && accepted.every((glob) => !isExclusion(glob) || now.includes(glob))
  );
}

/** The limits of a quick intent, each as the stricter of two says. */
function tighter(one: Intent["quick"], other: Intent["quick"]): Intent["quick"] {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    expiresAt: Date.parse(one.expiresAt) < Date.parse(other.expiresAt) ? one.expiresAt : other.expiresAt,
    maxFiles: Math.min(one.maxFiles, other.maxFiles),
    maxLines: Math.min(one.maxLines, other.maxLines),
  };
}

/** An intent as accepted, with what the file now takes away from it. */
function stricter(now: Intent, accepted: Intent): Intent {
  const scope = now.ownedScope;
  const isNarrowed = isNarrower(scope, accepted.ownedScope);
  const quick = tighter(now.quick, accepted.quick);
  return {
    ...accepted,
    ...(isClosed(now) ? { status: now.status } : {}),
    ...(isNarrowed ? { ownedScope: scope } : {}),
    ...(quick === undefined ? {} : { quick }),
  };
}

/**
 * The accepted intents, as far as the file has them now: one that was taken out, closed or narrowed is so at once, and
 * one that was added or widened is not.
 */
export function stricterIntents(now: Extract<IntentsRead, { state: "ok" }>, accepted: IntentsRead): IntentsRead {
  if (accepted.state !== "ok") return accepted.state === "missing" ? { ...now, intents: [] } : accepted;
  const known = new Map(accepted.intents.map((intent) => [intent.id, intent]));
  return {
    ...now,
    intents: now.intents.flatMap((intent) => {
      const before = known.get(intent.id);
      return before === undefined ? [] : [stricter(intent, before)];
    }),
  };
}
