import type { FileState } from "@writ/contracts";
import { sha256 } from "../../hash.ts";
import { bytesAt } from "../look/copies.ts";

/** Settings an agent writes itself when its person says "do not ask again". */
const local = ".claude/settings.local.json";

/** Where these agents note, each time they start, the package their plugins are written with. */
const ownPackages = /^\.(?:opencode|kilo|kilocode)\/package\.json$/;
const ownPackage = /^@(?:opencode-ai|kilocode)\/plugin$/;

/** A package file without what the agent itself adds; `null` when nothing else is in it. */
function withoutOwnPackage(text: string): string | null {
  const file: unknown = JSON.parse(text);
  if (!isObject(file)) return text;
  const { dependencies, ...rest } = file;
  const others = Object.entries(isObject(dependencies) ? dependencies : {}).filter(([name]) => !ownPackage.test(name));
  const left = { ...rest, ...(others.length === 0 ? {} : { dependencies: Object.fromEntries(others) }) };
  return Object.keys(left).length === 0 ? null : JSON.stringify(left);
}

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
  const isPackage = ownPackages.test(path);
  if (!(isLocalSettings(path) || isPackage) || state.size > 1024 * 1024) return state.hash;
  try {
    const whole = Buffer.from(bytesAt(root, path, state) ?? []).toString("utf8");
    const text = isPackage ? withoutOwnPackage(whole) : withoutAllowed(whole);
    return text === null ? null : sha256(text);
  } catch {
    // Not what settings look like: then all of it counts.
    return state.hash;
  }
}
