import { readFileSync } from "node:fs";
import { isMissing } from "../state/sidecar.ts";

const headBytes = 32;
const frameHeadBytes = 24;

/**
 * Whether each entry of a write-ahead log is as SQLite wrote it. SQLite itself takes the first that is not for the end of
 * the log, and loses those that follow. What a killed process left unfinished at the end is no damage.
 */
export function isLogWhole(file: string): boolean {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
  if (bytes.length < headBytes) return bytes.length === 0;
  const sums = openSums((bytes.readUInt32BE(0) & 1) === 1);
  const pageBytes = bytes.readUInt32BE(8);
  sums.add(bytes, 0, headBytes - 8);
  if (!sums.fit(bytes, headBytes - 8) || pageBytes < 512 || pageBytes > 65_536) return false;
  const frameBytes = frameHeadBytes + pageBytes;
  const isCurrent = (at: number): boolean => bytes.compare(bytes, 16, 24, at + 8, at + 16) === 0;
  let at = headBytes;
  for (; at + frameBytes <= bytes.length && isCurrent(at); at += frameBytes) {
    sums.add(bytes, at, 8);
    sums.add(bytes, at + frameHeadBytes, pageBytes);
    if (!sums.fit(bytes, at + 16)) return false;
  }
  // Entries of an earlier round may follow, and none of this one.
  for (; at + frameBytes <= bytes.length; at += frameBytes) if (isCurrent(at)) return false;
  return true;
}

/** SQLite's running checksum: two sums over words of 32 bits. */
function openSums(isBigEndian: boolean) {
  let [one, other] = [0, 0];
  return {
    add(bytes: Buffer, from: number, length: number): void {
      for (let at = from; at < from + length; at += 8) {
        const [left, right] = isBigEndian
          ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
          : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
        one = (one + left + other) >>> 0;
        other = (other + right + one) >>> 0;
      }
    },
    fit: (bytes: Buffer, at: number): boolean => bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === other,
  };
}
