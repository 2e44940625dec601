import { readAt } from "./ledger-file.ts";
import { maxLineBytes } from "./line.ts";
import { type Line, linesIn } from "./lines.ts";

const newline = 10;
const firstBlock = 64 * 1024;
const largestBlock = 4 * 1024 * 1024;

/**
 * The lines of a part of a file in blocks, the last block first; inside a block they are in their order.
 * An object that was spread over lines is seen when it lies in one block, as it does in any small file.
 */
export function* readBlocksBackwards(fd: number, from: number, to: number): Generator<Line[]> {
  let end = to;
  let wanted = firstBlock;
  while (end > from) {
    const start = Math.max(from, end - wanted);
    const block = readAt(fd, Buffer.allocUnsafe(end - start), start);
    const cut = start === from ? 0 : block.indexOf(newline) + 1;
    // A block should begin where a line does. Without a newline before its last byte, the line begins further up.
    const isTooSmall = start > from && (cut === 0 || cut >= block.length);
    if (isTooSmall && wanted <= 2 * maxLineBytes) {
      wanted *= 4;
      continue;
    }
    if (!isTooSmall) yield linesIn(block.subarray(cut), start + cut);
    end = isTooSmall ? start : start + cut;
    wanted = Math.min(wanted * 4, largestBlock);
  }
}
