/** A byte above ASCII, alone or in a sequence that is UTF-8; only the last group is none. */
const sequence =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|([\x80-\xFF])/g;

/**
 * Bytes, each as one character, as text: a byte that is none becomes half of a pair, U+DC80 to U+DCFF, which no text
 * holds and whoever prints it spells out. `strange` counts those.
 */
export function decodeLoosely(bytes: string): { text: string; strange: number } {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let strange = 0;
  const text = bytes.replace(sequence, (found, byte: string | undefined) => {
    if (byte === undefined) return decoder.decode(Uint8Array.from(found, (character) => character.charCodeAt(0)));
    strange++;
    return String.fromCharCode(0xdc00 + byte.charCodeAt(0));
  });
  return { text, strange };
}
