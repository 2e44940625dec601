import { type Depth, extentOf, isLineComment, isOfOneId, parseJson, parseRelaxed, twoIds } from "./json-text.ts";
import { maxLineBytes, textOf } from "./line.ts";
import type { Line } from "./lines.ts";
import { isObject } from "./values.ts";

/** One object found in a ledger, and where it begins. */
export interface Piece {
  value: Record<string, unknown>;
  bytes: Buffer;
  /** How many bytes of the file it takes; more than `bytes` where lines end with `\r\n`. */
  length: number;
  line: number;
  offset: number;
  /** Whether it is all there is on one line. */
  isLine: boolean;
}

/** Turns lines into objects. */
export interface PieceReader {
  /** Whether an object is open that goes on in the next line. */
  isOpen(): boolean;
  /** The objects that end in this line. */
  feed(line: Line): Piece[];
  /** To be called after the last line. */
  end(): void;
}

interface Held {
  parts: Buffer[];
  size: number;
  line: number;
  offset: number;
  depth: Depth;
}

/** Why the rest of a line is no record, where nothing is lost by that. */
export const lineComment = "a comment, not a record";
const blockComment = "a comment, with whatever is behind it on its line";

const openBrace = 0x7b;
/** Between objects: white space, the commas and brackets of a list of them. */
const between = new Set([0x20, 0x09, 0x0d, 0x0a, 0x2c, 0x5b, 0x5d]);
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads one object a line, as Writ writes them, and also what is found in the wild: objects spread over lines,
 * several on one line, lists of them, comments, NUL bytes. Whatever is none of these is reported once, and skipped.
 */
export function pieceReader(report: (line: number, reason: string) => void): PieceReader {
  let held: Held | null = null;

  const giveUp = (reason: string): void => {
    if (held !== null) report(held.line, reason);
    held = null;
  };

  const toPiece = (bytes: Buffer, place: Omit<Piece, "value" | "bytes" | "isLine">): Piece[] => {
    const text = textOf(bytes);
    const value = parseRelaxed(text);
    if (isObject(value) && isOfOneId(text, value)) return [{ value, bytes, ...place, isLine: false }];
    report(place.line, isObject(value) ? twoIds : "not valid JSON");
    return [];
  };

  /** Looks for objects from `from` on; what is open at the end of the line is held. */
  const scan = ({ bytes, line, offset }: Line, from: number): Piece[] => {
    const found: Piece[] = [];
    let junk: string | null = null;
    for (let at = from; at < bytes.length && junk === null; ) {
      const byte = bytes[at] ?? 0;
      if (byte === openBrace) {
        const { end, depth, broken } = extentOf(bytes, at, { level: 0, inComment: false });
        if (broken) junk = "a record that was cut off";
        else if (end === -1)
          held = {
            parts: [Buffer.from(bytes.subarray(at))],
            size: bytes.length - at,
            line,
            offset: offset + at,
            depth,
          };
        else found.push(...toPiece(bytes.subarray(at, end), { line, offset: offset + at, length: end - at }));
        if (end === -1) break;
        at = end;
      } else if (between.has(byte)) {
        at += 1;
      } else if (byte === 0) {
        report(line, "NUL bytes, as a crash can leave them");
        while (bytes[at] === 0) at += 1;
      } else {
        junk = isLineComment(bytes, at) ? lineComment : isBlockComment(bytes, at) ? blockComment : "not a record";
      }
    }
    if (junk !== null) report(line, junk);
    return found;
  };

  const goOn = (held: Held, line: Line): Piece[] => {
    const { end, depth, broken } = extentOf(line.bytes, 0, held.depth);
    if (broken || held.size + line.bytes.length > maxLineBytes) {
      giveUp("an object that never ends");
      return scan(line, 0);
    }
    held.parts.push(Buffer.from("\n"), Buffer.from(end === -1 ? line.bytes : line.bytes.subarray(0, end)));
    held.size += line.bytes.length + 1;
    held.depth = depth;
    return end === -1 ? [] : finish(held, line, end);
  };

  const finish = (whole: Held, line: Line, end: number): Piece[] => {
    held = null;
    const place = { line: whole.line, offset: whole.offset, length: line.offset + end - whole.offset };
    return [...toPiece(Buffer.concat(whole.parts), place), ...scan(line, end)];
  };

  return {
    isOpen: () => held !== null,
    feed(line) {
      if (line.skipped !== undefined) {
        giveUp("an object that never ends");
        report(line.line, `longer than ${maxLineBytes / 1024 / 1024} MB (${line.skipped} bytes), so it is not read`);
        return [];
      }
      const text = textOf(line.bytes);
      const value = parseJson(text);
      const isWhole = isObject(value);
      // Inside an object spread over lines, a line may be an object too; only a record shows that the outer one broke off.
      if (isWhole && (held === null || isRecord(value))) {
        giveUp("a record that was cut off");
        const { bytes, offset } = line;
        if (!isOfOneId(text, value)) {
          report(line.line, twoIds);
          return [];
        }
        return [{ value, bytes, line: line.line, offset, length: bytes.length, isLine: true }];
      }
      if (held !== null) return goOn(held, line);
      return scan(line, line.offset === 0 && line.bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0);
    },
    end() {
      giveUp("a record that was cut off");
    },
  };
}

function isRecord(value: Record<string, unknown>): boolean {
  return "timestamp" in value || "intent_id" in value || Array.isArray(value.files);
}

function isBlockComment(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x2f && bytes[at + 1] === 0x2a;
}
