import { join } from "node:path";

/** A byte that is no UTF-8 becomes a half of a character that no text has, so that every name survives the way to JSON and back. */
const escaped = /[\uDC80-\uDCFF]/u;

/** A path as text, whatever its bytes are. */
export function toText(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || Buffer.from(text).equals(bytes)) return text;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let result = "";
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    try {
      result += decoder.decode(bytes.subarray(at, at + length));
      at += length;
    } catch {
      result += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
      at += 1;
    }
  }
  return result;
}

function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** The same path for the file system, below a folder. */
export function onDisk(root: string, path: string): string | Buffer {
  const whole = path === "" ? root : join(root, path);
  if (!escaped.test(whole)) return whole;
  const parts = Array.from(whole, (letter) =>
    escaped.test(letter) ? Buffer.from([letter.charCodeAt(0) & 0xff]) : Buffer.from(letter),
  );
  return Buffer.concat(parts);
}
