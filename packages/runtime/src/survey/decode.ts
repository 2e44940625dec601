/** Text as it was meant, and what was odd about its bytes. */
export interface Decoded {
  readonly text: string | null;
  readonly note: string | null;
}

/** Turns bytes into text with plain line ends. What is not UTF-8 is read as Windows does; `null` for what is no text. */
export function decode(bytes: Uint8Array, isWhole = true): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(new TextDecoder("utf-16le").decode(bytes), null);
  if (bytes.includes(0)) return { text: null, note: null };
  try {
    // Of the beginning of a file, the last character may be half.
    return decoded(new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole }), null);
  } catch {
    const note = "it is not UTF-8 and was read as Windows-1252; save it as UTF-8.";
    return decoded(new TextDecoder("windows-1252").decode(bytes), note);
  }
}

const decoded = (text: string, note: string | null): Decoded => ({
  text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"),
  note,
});
