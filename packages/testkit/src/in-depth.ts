const isDeep = process.env.WRIT_TEST_TIER === "deep";

/** How often to try: the first number in every run, the second in the deep tier. */
export const inDepth = (usual: number, deep: number): number => (isDeep ? deep : usual);

/** So many rows from all over a table; the deep tier takes every row. */
export function sampled<T>(rows: readonly T[], usual: number): T[] {
  const count = Math.min(inDepth(usual, rows.length), rows.length);
  return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)] as T);
}
