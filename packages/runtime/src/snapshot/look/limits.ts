/** So much is held in memory, copied before a command, or looked at line by line for one call. */
export const mostBytes = 64 * 1024 * 1024;

/** So many paths are named in one record. */
export const mostNamed = 500;
