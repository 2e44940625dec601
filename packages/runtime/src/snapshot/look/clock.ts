/** A look that takes longer than this is given up: the agent's patience is not ours to spend. */
const longestLookMs = 5_000;

/** The look took too long. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
  constructor() {
    super(`looking at the work tree took longer than ${longestLookMs / 1_000} seconds`);
  }
}

/** Says when time is up. */
export interface Clock {
  /** How much is left, in milliseconds; throws `TooSlow` when nothing is. */
  left(): number;
}

/** Starts to count. */
export function startClock(ms: number = longestLookMs): Clock {
  const end = performance.now() + ms;
  return {
    left() {
      const rest = end - performance.now();
      if (rest <= 0) throw new TooSlow();
      return rest;
    },
  };
}
