import { decodeLoosely } from "../paths/loose-bytes.ts";

const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/** A path as git quotes it (`"a/\303\244.ts"`), or as it stands; `null` when the quoting is broken. */
export function unquotePath(text: string): string | null {
  const bytes = bytesIn(text);
  if (bytes === null || bytes === text) return bytes;
  const { text: path, strange } = decodeLoosely(bytes);
  return strange > 0 ? null : path;
}

/** The same for what git itself says: a name may be any bytes. */
export function unquoteLoosely(text: string): string | null {
  const bytes = bytesIn(text);
  return bytes === null || bytes === text ? bytes : decodeLoosely(bytes).text;
}

/** What is quoted as bytes, each as one character; what is not, as it stands. */
function bytesIn(text: string): string | null {
  if (!text.startsWith('"')) return text;
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) return null;
  let bytes = "";
  const inner = text.slice(1, -1);
  for (let index = 0; index < inner.length; ) {
    const octal = /^\\([0-3][0-7]{2})/.exec(inner.slice(index, index + 4))?.[1];
    if (octal !== undefined) {
      bytes += String.fromCharCode(Number.parseInt(octal, 8));
      index += 4;
    } else if (inner[index] === "\\") {
      const byte = escapes[inner[index + 1] ?? ""];
      if (byte === undefined) return null;
      bytes += String.fromCharCode(byte);
      index += 2;
    } else {
      const character = String.fromCodePoint(inner.codePointAt(index) ?? 0);
      for (const byte of new TextEncoder().encode(character)) bytes += String.fromCharCode(byte);
      index += character.length;
    }
  }
  return bytes;
}
