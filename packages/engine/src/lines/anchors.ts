/** Where the same line stands in two texts. */
type Anchor = readonly [old: number, now: number];

/** The longest run of lines, in the order of both texts, that occur exactly once in each of them. */
export function anchorsOf(old: readonly string[], now: readonly string[]): Anchor[] {
  const inOld = onceIn(old);
  const inNow = onceIn(now);
  const pairs: Anchor[] = [];
  for (const [at, line] of old.entries()) {
    const there = inNow.get(line);
    if (inOld.get(line) === at && there !== undefined && there >= 0) pairs.push([at, there]);
  }
  return rising(pairs);
}

/** Each line's place; -1 when it has several. */
function onceIn(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? -1 : at);
  return places;
}

/** The longest part of the list in which the second places rise (patience sorting). */
function rising(pairs: readonly Anchor[]): Anchor[] {
  const piles: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[piles[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (piles[low - 1] ?? -1);
    piles[low] = index;
  }
  const chain: Anchor[] = [];
  for (let at = piles.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}
