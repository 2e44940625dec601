import type { Tree } from "web-tree-sitter";
import type { Library } from "./parser.ts";

/** The old tree, told where the texts differ, so that only that is parsed again. */
export function edited({ Edit }: Library, tree: Tree, before: string, after: string): Tree {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const copy = tree.copy();
  copy.edit(
    new Edit({
      startIndex: head,
      oldEndIndex: before.length - tail,
      newEndIndex: after.length - tail,
      startPosition: pointAt(before, head),
      oldEndPosition: pointAt(before, before.length - tail),
      newEndPosition: pointAt(after, after.length - tail),
    }),
  );
  return copy;
}

function pointAt(text: string, index: number): { row: number; column: number } {
  let row = 0;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", start)) {
    row++;
    start = at + 1;
  }
  return { row, column: index - start };
}
