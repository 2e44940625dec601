import type { Tier } from "@writ/contracts";
import { type Matcher, ownerOf } from "../globs.ts";
import { foldName } from "./fold.ts";
import { isProtected } from "./protected.ts";
import { isSensitive } from "./sensitive.ts";

/**
 * How guarded a workspace-relative path is. `sensitive_paths` adds globs and, with `!`, takes paths out of the
 * sensitive tier; `guarded` adds files and folders to the protected one. Nothing takes a path out of that.
 */
export function tierOf(path: string, sensitivePaths: readonly string[] = [], guarded: readonly string[] = []): Tier {
  if (isProtected(path) || guarded.some((entry) => path === entry || path.startsWith(`${entry}/`))) return "protected";
  if (sensitivePaths.length === 0) return isSensitive(path) ? "sensitive" : "plain";
  const { adds, drops } = rulesOf(sensitivePaths);
  if (drops(path)) return "plain";
  return isSensitive(path) || adds(path.split("/").map(foldName).join("/")) ? "sensitive" : "plain";
}

const order: Record<Tier, number> = { plain: 0, sensitive: 1, protected: 2 };

/** The more guarded of two. */
export function strictest(one: Tier, other: Tier): Tier {
  return order[one] >= order[other] ? one : other;
}

const known = new WeakMap<readonly string[], { adds: Matcher; drops: Matcher }>();

function rulesOf(sensitivePaths: readonly string[]): { adds: Matcher; drops: Matcher } {
  const rules = known.get(sensitivePaths) ?? {
    // What adds is compared without case, what loosens exactly.
    adds: ownerOf(sensitivePaths.filter((glob) => !glob.startsWith("!")).map((glob) => anywhere(glob).toLowerCase())),
    drops: ownerOf(sensitivePaths.filter((glob) => glob.startsWith("!")).map((glob) => anywhere(glob.slice(1)))),
  };
  known.set(sensitivePaths, rules);
  return rules;
}

/** A pattern without a slash is a name, and meant at any depth. */
function anywhere(glob: string): string {
  return /\/./.test(glob) ? glob : `**/${glob}`;
}
