import { hash } from "node:crypto";
import { leastLineSize } from "@writ/contracts";

/** Forty-seven bits: with their sign six bytes in the database. */
const keyBits = 2 ** 47;
const sumBits = 2 ** 31;
const largestSize = keyBits / sumBits - 1;

/** The number a line's key (`size.sum`) is kept as; `null` for a line too small to be told again. */
export function lineKey(key: string): number | null {
  const dot = key.indexOf(".");
  const size = Number(key.slice(0, dot));
  if (dot < 1 || !(size >= leastLineSize)) return null;
  const sum = Number(key.slice(dot + 1)) % sumBits;
  return Number.isSafeInteger(sum) && sum >= 0 ? Math.min(Math.floor(size), largestSize) * sumBits + sum : null;
}

/** The number a content's hash, or git's object id of it, is kept as. Below zero: lines are above. */
export function versionKey(version: string): number {
  const digits = /^(?:sha256:)?([0-9a-f]{12})/.exec(version)?.[1] ?? hash("sha256", version, "hex").slice(0, 12);
  return -1 - (Number.parseInt(digits, 16) % keyBits);
}

/** Enough of a line's hash to know the line again. */
export function digestKey(digest: string): number {
  return Number.parseInt(digits(digest), 16);
}

const digits = (digest: string) => digest.slice(-64, -64 + 12);
