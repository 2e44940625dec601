import { Transform, type TransformCallback } from "node:stream";

/** The id of a request, as JSON-RPC has it; `null` where there is none to be found. */
export type RequestId = string | number | null;

const [newline, quote, backslash, colon] = [0x0a, 0x22, 0x5c, 0x3a];
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);
/** No agent's ids are longer. */
const longestId = 256;

/** Finds the id of a message without keeping the message: the value of `id` in its outermost object. */
class IdFinder {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** What the last text of the outermost object said, and whether it was a name. */
  #text = "";
  #isId = false;
  #value = "";

  read(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  get id(): RequestId {
    try {
      const id: unknown = JSON.parse(this.#value);
      return typeof id === "string" || typeof id === "number" ? id : null;
    } catch {
      return null;
    }
  }

  #take(byte: number): void {
    if (this.#isText) {
      this.#keep(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isText = false;
      return;
    }
    if (byte === quote) {
      this.#isText = true;
      this.#text = "";
    } else if (opening.has(byte)) this.#depth += 1;
    else if (closing.has(byte)) this.#depth -= 1;
    if (this.#depth !== 1) return;
    if (byte === 0x2c || closing.has(byte)) this.#isId = false;
    else if (byte === colon) {
      this.#isId = this.#text === '"id"' && this.#value === "";
      this.#text = "";
    } else this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#depth !== 1) return;
    const letter = String.fromCharCode(byte);
    if (this.#isId) this.#value = this.#value.length < longestId ? this.#value + letter : this.#value;
    else if (this.#isText || byte === quote)
      this.#text = this.#text.length < longestId ? this.#text + letter : this.#text;
  }
}

/** What is to be done about a message that is too large. */
interface Reaction {
  /** It is over. */
  tooLarge(id: RequestId): void;
  /** Its end does not come. */
  endless(): void;
}

/** How long the rest of a message that is too large may keep everyone waiting. */
const patienceMs = 5_000;
/** How many times too large a message is read to its end. */
const mostTimes = 16;

/** Hands on lines up to this size. Of a longer one it tells the id, and hands on nothing. */
export class MessageLimit extends Transform {
  readonly #largest: number;
  readonly #reaction: Reaction;
  #patience: NodeJS.Timeout | undefined;
  #held: Buffer[] = [];
  #size = 0;
  #skipped: IdFinder | null = null;

  constructor(largest: number, reaction: Reaction) {
    super();
    this.#largest = largest;
    this.#reaction = reaction;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#take(chunk.subarray(from, at + 1));
      this.#end();
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
    clearTimeout(this.#patience);
    if (this.#size > mostTimes * this.#largest) this.#reaction.endless();
    else if (this.#skipped !== null) this.#patience = setTimeout(this.#reaction.endless, patienceMs);
    done();
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#patience);
    done();
  }

  #take(part: Buffer): void {
    this.#size += part.length;
    if (this.#skipped === null && this.#size > this.#largest) {
      this.#skipped = new IdFinder();
      for (const held of this.#held) this.#skipped.read(held);
      this.#held = [];
    }
    if (this.#skipped === null) this.#held.push(part);
    else this.#skipped.read(part);
  }

  #end(): void {
    if (this.#skipped === null) this.push(Buffer.concat(this.#held));
    else this.#reaction.tooLarge(this.#skipped.id);
    this.#held = [];
    this.#size = 0;
    this.#skipped = null;
  }
}
