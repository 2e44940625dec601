/** How many entries of an intent's history are kept (R39). */
const historyLimit = 20;

/** The newest entries. */
export const newest = (entries: readonly string[]): string[] => entries.slice(-historyLimit);

/**
 * The history with what is new in `entries`. They may begin with what is there already, since the kept history is
 * written out again and again; what came from another working copy stays.
 */
export function mergeHistory(there: readonly string[], entries: readonly string[]): string[] {
  let overlap = Math.min(there.length, entries.length);
  while (overlap > 0 && !there.slice(-overlap).every((entry, index) => entry === entries[index])) overlap -= 1;
  return newest([...there, ...entries.slice(overlap)]);
}
