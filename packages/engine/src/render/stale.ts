import { createTwoFilesPatch } from "diff";
import { previewOf, visible } from "../preview.ts";

/** Beyond this many characters a difference is not worked out: the refusal must come at once. */
const longest = 400_000;

/** What lies between the file as it is and as the call would leave it, in a few lines; the rest is counted (R73). */
export function differencePreview(path: string, now: string, wanted: string): string[] {
  if (now.length + wanted.length > longest) return [`(${path} is too long to show the difference)`];
  const patch = createTwoFilesPatch("on disk now", "after this call", now, wanted, "", "", {
    context: 2,
    maxEditLength: 1_000,
  });
  if (patch === undefined) return [`(${path} would change nearly everywhere)`];
  const { lines, hidden } = previewOf(patch.split("\n").slice(1).join("\n"));
  return [...lines.map(visible), ...(hidden > 0 ? [`… ${hidden} more lines`] : [])];
}
