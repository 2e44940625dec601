import type { StrayReason, Tier, TreeChange } from "@writ/contracts";
import { isManifest, sourcesOf } from "./derived.ts";

/** What is known of the call that may have made a change. */
export interface Author {
  /** Whether its intent owns a path; nothing does without an intent. */
  owns(path: string): boolean;
  /** Whether the call named the path, so that it was judged, and asked about where it had to be. */
  isNamed(path: string): boolean;
  /** Whether the path lies where anybody may write. */
  isScratch(path: string): boolean;
  tier(path: string): Tier;
  /** It ran the repository's own programs or a package manager: what these derive follows its source. */
  derives: boolean;
}

/**
 * What becomes of a change: `claimed` is the intent's work, `named` was judged before it happened, `strayed` is told to
 * the person, `free` is nobody's business.
 */
export type Fate = { kind: "claimed" | "named" | "free" } | { kind: "strayed"; why: StrayReason };

/** Judges a change after it happened, by the rules it would have met before. Both ends of a rename must be in order. */
export function fateOf({ path, from }: Pick<TreeChange, "path" | "from">, author: Author): Fate {
  const ends = (from === undefined ? [path] : [from, path]).map((end) => fateOfPath(end, author));
  const worst = ends.find(({ kind }) => kind === "strayed");
  if (worst !== undefined) return worst;
  return ends.find(({ kind }) => kind === "claimed") ?? ends.find(({ kind }) => kind === "named") ?? { kind: "free" };
}

function fateOfPath(path: string, author: Author): Fate {
  const tier = author.tier(path);
  if (tier === "protected") return { kind: "strayed", why: "protected" };
  if (author.isNamed(path)) return { kind: "named" };
  if (author.isScratch(path)) return { kind: "free" };
  const isDerived = author.derives && sourcesOf(path).some(author.owns);
  if (!author.owns(path) && !isDerived) return { kind: "strayed", why: "scope" };
  const isKept = isDerived || (author.derives && isManifest(path));
  return tier === "sensitive" && !isKept ? { kind: "strayed", why: "sensitive" } : { kind: "claimed" };
}
