import type { FileFinding, Hook } from "@writ/contracts";
import { hookEvents } from "@writ/contracts";
import { isRecord, isStrings } from "@writ/stores";

/** The hooks of a repository, in the order they run, and what is wrong with the files they were read from. */
export interface Registry {
  readonly hooks: readonly Hook[];
  readonly findings: readonly FileFinding[];
}

/** Whether a hook is one of Writ's own: those need no trust. */
export const isBuiltin = (hook: Pick<Hook, "source">): boolean => hook.source.startsWith("builtin:");

const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === "string");

/** Whether something read back is a hook. */
export function isHook(value: unknown): value is Hook {
  if (!isRecord(value) || !isRecord(value.handler) || !isRecord(value.match)) return false;
  if (!areTexts(value.id, value.summary, value.onFailure, value.source, value.handler.kind)) return false;
  if (typeof value.enabled !== "boolean" || typeof value.timeoutMs !== "number" || typeof value.cacheMs !== "number")
    return false;
  const { events } = value;
  if (!isStrings(events) || !events.every((event) => hookEvents.some((known) => known === event))) return false;
  return [value.handler.command, value.environments, value.after, value.env].every(isStrings);
}

function isFinding(value: unknown): value is FileFinding {
  return isRecord(value) && areTexts(value.file, value.severity, value.message) && typeof value.line === "number";
}

/** Whether a compiled form is what reading the files would have given. */
export function isRegistry(value: unknown): value is Registry {
  if (!isRecord(value) || !Array.isArray(value.hooks) || !Array.isArray(value.findings)) return false;
  return value.hooks.every(isHook) && value.findings.every(isFinding);
}
