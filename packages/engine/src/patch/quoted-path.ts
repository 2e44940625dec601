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
  if (!text.startsWith('"')) return text;
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) return null;
  const bytes: number[] = [];
  const inner = text.slice(1, -1);
  for (let index = 0; index < inner.length; ) {
    const octal = /^\\([0-3][0-7]{2})/.exec(inner.slice(index, index + 4))?.[1];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      index += 4;
    } else if (inner[index] === "\\") {
      const byte = escapes[inner[index + 1] ?? ""];
      if (byte === undefined) return null;
      bytes.push(byte);
      index += 2;
    } else {
      const character = String.fromCodePoint(inner.codePointAt(index) ?? 0);
      bytes.push(...new TextEncoder().encode(character));
      index += character.length;
    }
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes));
  } catch {
    return null;
  }
}
