import type { ContentHash } from "./trace.ts";

/** What is known of a line without its text: enough to tell it again after it moved or was laid out anew. */
export interface LineShape {
  /** Of the line without its blanks, the kind of its quotes and what ends it; none for a blank line. */
  readonly print: string;
  /** How many characters count in the sum. */
  readonly size: number;
  /** Of the characters no formatter adds, drops or moves; the sum of joined lines follows from theirs. */
  readonly sum: number;
  /** Everybody may have typed it. Known where its text was there to be looked at. */
  readonly isCommon?: true;
}

/** The lines of a file as Writ last knew them. */
export interface KnownLines {
  version: ContentHash;
  shapes: readonly LineShape[];
}

/**
 * Lines that a call took out of a file, or put into one, and where they stood there: the next call may put them into
 * another, or take them out of the one they were copied from.
 */
export interface Piece {
  op: "cut" | "paste";
  /** Whose call it was, and which: others who write the same did not get it from here. */
  session: string;
  call?: string;
  /** ISO-8601; only shown. */
  at: string;
  path: string;
  /** The version they stood in: before a cut, after a paste. */
  version: ContentHash;
  /** First place of each run, counted from 1, and its lines. */
  runs: readonly { stood: number; shapes: readonly LineShape[] }[];
}

/** The lines of files as Writ last knew them. What cannot be used counts as not known. */
export interface LinesStore {
  read(path: string): KnownLines | null;
  write(path: string, known: KnownLines | null): Promise<void>;
  /** The newest pieces, newest first. */
  readPieces(): Piece[];
  /** `used` are those that found their place: what is put in once more is a copy. */
  addPieces(pieces: readonly Piece[], used: readonly Piece[]): Promise<void>;
}
