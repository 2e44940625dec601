interface Timed {
  timestamp: string;
  metadata?: { seq?: number };
}

/** When a record was made, in milliseconds; 0 where it does not say. */
export function timeOf(timestamp: string): number {
  return Date.parse(timestamp) || 0;
}

/** The day a time is in, `2026-11-01`; none where there is no time. */
export function dayOf(time: number): string {
  return time === 0 ? "" : new Date(time).toISOString().slice(0, 10);
}

/** Oldest first; of one writer in the order of its chain. */
export function inOrder(one: Timed, other: Timed): number {
  return timeOf(one.timestamp) - timeOf(other.timestamp) || seqOf(one) - seqOf(other);
}

/** A record's place in its writer's chain; 0 for one that is in none. */
export function seqOf({ metadata }: Pick<Timed, "metadata">): number {
  const seq = metadata?.seq;
  return typeof seq === "number" && Number.isSafeInteger(seq) ? seq : 0;
}
