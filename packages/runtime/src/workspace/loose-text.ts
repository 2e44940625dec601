/** A byte above ASCII, alone or in a sequence that is UTF-8; only the last group is none. */
const sequence =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|([\x80-\xFF])/g;

/**
 * What is text but for a few bytes, such as a script in Latin-1: such a byte becomes half of a pair, U+DC80 to U+DCFF,
 * which no text holds and whoever prints it spells out. `null` for what nobody could read.
 */
export function looseText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  let strange = 0;
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replace(sequence, (found, byte: string | undefined) => {
      if (byte === undefined) return Buffer.from(found, "latin1").toString("utf8");
      strange++;
      return String.fromCharCode(0xdc00 + byte.charCodeAt(0));
    });
  return strange * 10 > bytes.length ? null : text;
}
