const digitBits = 16;
const digits = 3;
const buckets = 2 ** digitBits;
/** Keys are above minus this, and below it. */
const half = 2 ** (digitBits * digits - 1);
const word = 2 ** 32;

/**
 * The order of keys of 48 bits, smallest first: rows that come in the order of their table touch each of its pages once.
 * Digit by digit, which takes a tenth of what comparing does.
 */
export function sortedOrder(keys: readonly number[]): Uint32Array {
  const low = new Uint32Array(keys.length);
  const high = new Uint16Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = (keys[at] ?? 0) + half;
    low[at] = key % word;
    high[at] = Math.floor(key / word);
  }
  let order = Uint32Array.from(keys.keys());
  order = sortedBy(order, (row) => (low[row] ?? 0) & 0xff_ff);
  order = sortedBy(order, (row) => (low[row] ?? 0) >>> digitBits);
  return sortedBy(order, (row) => high[row] ?? 0);
}

/** By one digit; rows that have the same keep their order. */
function sortedBy(order: Uint32Array, digitOf: (row: number) => number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(buckets + 1);
  for (const row of order) {
    const at = digitOf(row) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let at = 0; at < buckets; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  const next = new Uint32Array(order.length);
  for (const row of order) {
    const at = digitOf(row);
    const place = starts[at] ?? 0;
    next[place] = row;
    starts[at] = place + 1;
  }
  return next;
}
