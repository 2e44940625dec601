const quote = 0x22;
const backslash = 0x5c;
const slash = 0x2f;
const star = 0x2a;
const hashSign = 0x23;
const open = new Set([0x7b, 0x5b]);
const close = new Set([0x7d, 0x5d]);

/** Where a scan stands between two lines. */
export interface Depth {
  /** Brackets that are open. */
  level: number;
  inComment: boolean;
}

/** How far an object goes. `end` is the index after its last bracket, or -1 when it goes on in the next line. */
export interface Extent {
  end: number;
  depth: Depth;
  /** A text was still open at the end of the line: no valid JSON goes on from there. */
  broken: boolean;
}

/** Follows brackets, texts and comments from `from` to where the object is closed, or to the end of the line. */
export function extentOf(bytes: Uint8Array, from: number, depth: Depth): Extent {
  let { level, inComment } = depth;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (inComment) {
      inComment = !(byte === star && bytes[at + 1] === slash);
      if (!inComment) at += 1;
    } else if (byte === quote) {
      at = endOfText(bytes, at);
      if (at < 0) return { end: -1, depth: { level, inComment }, broken: true };
    } else if (isLineComment(bytes, at)) {
      break;
    } else if (byte === slash && bytes[at + 1] === star) {
      inComment = true;
      at += 1;
    } else if (open.has(byte)) {
      level += 1;
    } else if (close.has(byte)) {
      level -= 1;
      if (level === 0) return { end: at + 1, depth: { level, inComment }, broken: false };
    }
  }
  return { end: -1, depth: { level, inComment }, broken: false };
}

/** Whether the rest of the line is a comment. */
export function isLineComment(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === hashSign || (bytes[at] === slash && bytes[at + 1] === slash);
}

/** Index of the quote that closes the text begun at `from`; -1 when there is none. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === quote) return at;
  }
  return -1;
}

/** The value of a JSON text, which may hold comments and trailing commas; `undefined` when it is not even that. */
export function parseRelaxed(text: string): unknown {
  return parseJson(text) ?? parseJson(withoutExtras(text));
}

/** The value of a JSON text; `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a record's line; `undefined` when it is no JSON, or no record for its ids. */
export function parseLine(text: string): unknown {
  const value = parseJson(text);
  return isOfOneId(text, value) ? value : undefined;
}

/** What is said of a line that names two. */
export const twoIds = "it names two ids, which no record does";

const firstId = /^\{"id":("(?:[^"\\]|\\.)*")/;

/**
 * Whether the id a line begins with is the one that counts. Of a name that is there twice JSON takes the last, and who
 * wants a record taken for another would show the one to those who read only its beginning, and the other to the rest.
 */
export function isOfOneId(text: string, value: unknown): boolean {
  const [, first] = firstId.exec(text) ?? [];
  if (first === undefined || typeof value !== "object" || value === null || !("id" in value)) return true;
  return parseJson(first) === value.id;
}

/** Texts are matched first, so that what looks like a comment inside one stays. */
function withoutExtras(text: string): string {
  const comments = /("(?:\\.|[^"\\])*")|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\n]*/g;
  const trailing = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;
  return text.replace(comments, "$1").replace(trailing, "$1");
}
