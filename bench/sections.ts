/** The parts of the bench, in their order. */
export const sections = ["decision", "hook-path", "clean-tree", "ledger", "blame", "snapshot", "friction"] as const;

/** One of them. */
export type Section = (typeof sections)[number];
