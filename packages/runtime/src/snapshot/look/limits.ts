/** So much is held in memory, copied before a command, or looked at line by line for one call. */
export const mostBytes = 64 * 1024 * 1024;

/** So many paths are listed in one record. */
export const mostListed = 500;

/** A disk's clock and ours need not agree to the millisecond. */
export const slackMs = 50;
