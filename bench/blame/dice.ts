/** Numbers that look random and come again with the same seed. */
export interface Dice {
  below(most: number): number;
  of<T>(list: readonly T[]): T;
  two<T>(list: readonly T[]): T[];
}

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  const of = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  };
  const two = <T>(list: readonly T[]): T[] => {
    const first = below(list.length);
    const second = (first + 1 + below(Math.max(list.length - 1, 1))) % list.length;
    return list.filter((_, at) => at === first || at === second);
  };
  return { below, of, two };
}
