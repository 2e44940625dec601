import type { Chained, LedgerEntry, LedgerProblem, LedgerQuery } from "@writ/contracts";
import { matcher, type RecordKind, toHash } from "./kind.ts";
import { openToRead } from "./ledger-file.ts";
import { readLink, toContentHash } from "./line.ts";
import { type Line, readLines, type Span } from "./lines.ts";
import { type Piece, type PieceReader, pieceReader } from "./pieces.ts";
import { chainDigest, isStone } from "./tombstone.ts";

/** What is read, and what of it is wanted. */
export interface ReadOptions extends Span {
  query?: LedgerQuery | undefined;
  onProblem?: ((problem: LedgerProblem) => void) | undefined;
}

/** The entries of a ledger file, oldest first. Whatever is not a record is reported once, with its line, and skipped. */
export async function* readEntries<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  options: ReadOptions = {},
): AsyncGenerator<LedgerEntry<R>> {
  for await (const { entry } of readFound(file, kind, options)) yield entry;
}

/** The same, with how many bytes each entry takes. */
export async function* readFound<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  options: ReadOptions = {},
): AsyncGenerator<Found<R>> {
  const handle = await openToRead(file);
  if (handle === null) return;
  const parser = entryParser(kind, options.query, (line, reason) => options.onProblem?.({ file, line, reason }));
  try {
    for await (const lines of readLines(handle, options)) {
      for (const line of lines) yield* parser.entriesOf(line);
    }
    parser.end();
  } finally {
    await handle.close();
  }
}

/** An entry, and how many bytes of the file it takes. */
export interface Found<R> {
  entry: LedgerEntry<R>;
  length: number;
  /** The line, where the entry is one: `verify` looks at lines, so nothing else is in a chain. */
  alone: Buffer | null;
}

/** Turns lines into the entries that are wanted. */
export interface EntryParser<R> {
  entriesOf(line: Line): Found<R>[];
  /** Whether an object is open that goes on in the next line. */
  isOpen(): boolean;
  end(): void;
}

/** A parser for one pass over a file. */
export function entryParser<R extends Chained>(
  kind: RecordKind<R>,
  query: LedgerQuery | undefined,
  report: (line: number, reason: string) => void,
): EntryParser<R> {
  const reader = pieceReader(report);
  const isWanted = matcher(kind, query);
  const hints = hintsOf(query);

  const toEntry = ({ value, bytes, line, offset, length, isLine }: Piece): Found<R>[] => {
    const hash = toContentHash(chainDigest(bytes));
    const record = kind.parse(value, hash);
    if (record === null && !isStone(value)) report(line, "JSON, but not a record of this ledger");
    return record !== null && isWanted(record)
      ? [{ entry: { line, offset, record, hash }, length, alone: isLine ? bytes : null }]
      : [];
  };

  return {
    entriesOf: (line) => (isBeside(line, hints, reader) ? [] : reader.feed(line).flatMap(toEntry)),
    isOpen: () => reader.isOpen(),
    end: () => reader.end(),
  };
}

/** A line of Writ's own that cannot hold what is looked for need not be parsed: most of a large ledger is such. */
function isBeside({ bytes }: Line, hints: readonly Buffer[] | null, reader: PieceReader): boolean {
  if (hints === null || reader.isOpen() || hints.some((hint) => bytes.includes(hint))) return false;
  // What JSON never escapes by itself somebody may have spelled so.
  return readLink(bytes) !== null && !bytes.includes("\\u");
}

/** Bytes of which every wanted line must hold one. Only what JSON never escapes will do. */
function hintsOf(query: LedgerQuery = {}): Buffer[] | null {
  const hash = query.contentHash === undefined ? undefined : toHash(query.contentHash).slice(-64);
  const candidates = [query.file?.split("/").at(-1), query.intent, query.session, hash];
  const hint = candidates.find((text) => text !== undefined && /^[\w.-]+$/.test(text));
  const hints = hint === undefined ? query.decisions : [hint];
  return hints?.map((text) => Buffer.from(text)) ?? null;
}
