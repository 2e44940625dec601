/** Gives a lock back. */
export type Release = () => Promise<void>;

/** One way of taking one lock. */
export interface Taker {
  /** Takes the lock if it is free; `null` while somebody else has it. */
  take(): Promise<Release | null>;
  /** Clears away what waiting for it left behind. */
  drop(): Promise<void>;
}
