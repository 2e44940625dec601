import type { FileState } from "@writ/contracts";
import { sha256 } from "../../hash.ts";
import { bytesAt } from "../look/copies.ts";

/** Settings an agent writes itself when its person says "do not ask again". */
const local = ".claude/settings.local.json";

/** Whether a file holds what an agent's person allowed it, beside what must not change. */
export const isLocalSettings = (path: string): boolean => path === local;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Settings without what the person allowed; `null` when nothing else is in them. */
function withoutAllowed(text: string): string | null {
  const settings: unknown = JSON.parse(text);
  if (!isObject(settings)) return text;
  const { permissions, ...rest } = settings;
  const { allow: _, ...others } = isObject(permissions) ? permissions : {};
  const isPlain = permissions === undefined || isObject(permissions);
  const left = {
    ...rest,
    ...(isPlain ? {} : { permissions }),
    ...(Object.keys(others).length === 0 ? {} : { permissions: others }),
  };
  return Object.keys(left).length === 0 ? null : JSON.stringify(left);
}

/** The hash of what must not change in a protected file; `null` when there is no such thing in it. */
export function hashThatMatters(root: string, path: string, state: FileState): string | null {
  if (!isLocalSettings(path) || state.size > 1024 * 1024) return state.hash;
  try {
    const text = withoutAllowed(Buffer.from(bytesAt(root, path, state) ?? []).toString("utf8"));
    return text === null ? null : sha256(text);
  } catch {
    // Not what settings look like: then all of it counts.
    return state.hash;
  }
}
