import { type BigIntStats, statSync } from "node:fs";

/** What tells that a file or folder changed; `-` for one that is not there. Two equal stamps: nothing changed. */
export type Stamp = string;

/** What changed so short a time ago may change again without a trace: clocks of file systems tick slowly. */
const settling = 100;

/** Synchronous, since hundreds of these are asked for in a row, and each takes microseconds. */
export function stampOf(path: string): Stamp {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? "-" : toStamp(stats);
  } catch {
    // A folder one may not look into, or a link to itself.
    return "-";
  }
}

/** The stamp of what was just looked at. */
export function toStamp({ mtimeNs, ctimeNs, size, ino }: BigIntStats): Stamp {
  return `${mtimeNs.toString(36)}.${ctimeNs.toString(36)}.${size.toString(36)}.${ino.toString(36)}`;
}

/** A stamp to keep with what was read: one that never fits, where the file may still be changing. */
export function keptStamp(stamp: Stamp, now: number): Stamp {
  const [modified, changed] = stamp.split(".");
  const latest = [modified, changed].map((time) => Number(parsed(time ?? "") / 1_000_000n));
  return latest.every((at) => Math.abs(now - at) > settling) ? stamp : "";
}

function parsed(base36: string): bigint {
  let value = 0n;
  for (const digit of base36) value = value * 36n + BigInt(Number.parseInt(digit, 36) || 0);
  return value;
}
