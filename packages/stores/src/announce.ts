/**
 * Told what Writ is about to write into a file others watch, or `null` for a file it is about to delete. A process that
 * is killed right after the write has said whose write it was.
 */
export type Announce = (file: string, content: string | null) => Promise<void>;
