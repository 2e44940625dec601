import type { LineAuthor, TraceRecord } from "@writ/contracts";
import { kindOf } from "./contributor.ts";

/** Who made the lines that a trace says are new in a file. */
export interface Maker {
  author: LineAuthor;
  /** `null` where it is not known, or where there were several. */
  model: string | null;
}

/** Who made what a trace claims of a file: an agent, unless it was imported and says that nobody can tell. */
export function makerOf({ files, metadata }: TraceRecord, path: string): Maker {
  const file = files.find((one) => one.relative_path === path) ?? files[0];
  const claimed = (file?.conversations ?? []).map(({ contributor }) => ({
    kind: kindOf(contributor.entity_type),
    model: contributor.model_identifier,
  }));
  if (metadata?.imported === undefined) return { author: "ai", model: claimed[0]?.model ?? null };
  const theirs = claimed.filter(({ kind }) => kind !== "human");
  if (!theirs.every(({ kind }) => kind === "ai")) return { author: "unknown", model: null };
  const models = new Set(theirs.map(({ model }) => model));
  return { author: "ai", model: models.size === 1 ? (theirs[0]?.model ?? null) : null };
}
