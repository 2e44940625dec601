import { buckets } from "./buckets.ts";

const blocks = "▁▂▃▄▅▆▇█";

/** A row of numbers as small bars of text; none where there is nothing to see. */
export function toBlocks(values: readonly number[]): string {
  const shown = buckets(values, 16);
  const most = Math.max(0, ...shown);
  if (most === 0) return "";
  return shown.map((value) => (value === 0 ? "·" : blocks[Math.ceil((value / most) * blocks.length) - 1])).join("");
}
