import type { ContentHash } from "./trace.ts";

/** What is known of a line without its text: enough to tell it again after it moved or was laid out anew. */
export interface LineShape {
  /** Of the line with its blanks evened out; none for a blank line. */
  readonly print: string;
  /** How many characters count in the sum. */
  readonly size: number;
  /** Of the characters no formatter adds, drops or moves; the sum of joined lines follows from theirs. */
  readonly sum: number;
}

/** The lines of a file as Writ last knew them. */
export interface KnownLines {
  version: ContentHash;
  shapes: readonly LineShape[];
}

/** Lines that a call took out of a file, and where they stood: the next may put them into another. */
export interface Cut {
  path: string;
  version: ContentHash;
  /** First place of each run, counted from 1, and its lines. */
  runs: readonly { stood: number; shapes: readonly LineShape[] }[];
}

/** The lines of files as Writ last knew them. What cannot be used counts as not known. */
export interface LinesStore {
  read(path: string): KnownLines | null;
  write(path: string, known: KnownLines | null): Promise<void>;
  /** The newest cuts, newest first. */
  readCuts(): Cut[];
  addCuts(cuts: readonly Cut[]): Promise<void>;
}
