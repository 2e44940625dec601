import { beginningOf, type FileStep } from "@writ/engine";
import { sha256 } from "../hash.ts";
import type { GitHistory } from "./git-history.ts";
import { objectId } from "./object-ids.ts";

/** Whether a file had one of these contents before a step made it in another one: that was a copy of this, not this one. */
export async function hadBefore(
  { format, textBefore }: Pick<GitHistory, "format" | "textBefore">,
  versions: readonly string[],
  { trace }: FileStep,
): Promise<boolean> {
  const text = await textBefore({ revision: beginningOf(trace) });
  if (text === null) return false;
  return versions.includes(sha256(text)) || (format !== null && versions.includes(objectId(text, format)));
}
