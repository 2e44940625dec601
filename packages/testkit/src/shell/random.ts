/** A source of numbers that gives the same ones for the same seed. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** One of these. */
  pick<T>(items: readonly T[]): T;
  /** True once in `times`. */
  once(times: number): boolean;
}

/** Opens one (mulberry32). */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
    once: (times) => below(times) === 0,
  };
}
