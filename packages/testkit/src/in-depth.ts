/** How often to try: the first number in every run, the second in the deep tier. */
export const inDepth = (usual: number, deep: number): number => (process.env.WRIT_TEST_TIER === "deep" ? deep : usual);
