import { closeSync, fstatSync, lstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { isRecord, jsonText, readJson } from "../state/json-file.ts";

/** A file as Writ left it. */
interface Seal {
  stamp: string;
  /** Of a file that is small enough to be read each time it is opened. */
  sum?: number;
}

/** What is larger is known by its times, size and number alone: reading it would take longer than a question may. */
const largestRead = 8 * 1024 * 1024;

const isSeal = (value: unknown): value is Seal =>
  isRecord(value) && typeof value.stamp === "string" && (value.sum === undefined || typeof value.sum === "number");

export const sealOf = (file: string): string => `${file}.seal`;

/**
 * Whether a file is as Writ left it: `unsealed` where nothing tells, as after a kill. `isRead` reads a small one, which
 * may have been copied or moved since.
 */
export function stateOfSealed(file: string, { isRead }: { isRead: boolean }): "whole" | "damaged" | "unsealed" {
  const seal = readJson(sealOf(file), isSeal);
  if (seal.state === "absent") return "unsealed";
  if (seal.state === "corrupt") return "damaged";
  const { sum, stamp } = seal.value;
  const isSame = isRead && sum !== undefined ? sum === sumOf(file) : stamp === stampOf(file);
  return isSame ? "whole" : "damaged";
}

/** Notes what a file is now. In one go: whoever is killed meanwhile leaves the file unsealed, not damaged. */
export function seal(file: string): void {
  const stamp = stampOf(file);
  if (stamp === null) return;
  const sum = sumOf(file);
  const draft = `${sealOf(file)}.${process.pid}.tmp`;
  writeFileSync(draft, jsonText({ stamp, ...(sum !== null && { sum }) } satisfies Seal), { mode: 0o600 });
  renameSync(draft, sealOf(file));
}

export const unseal = (file: string): void => rmSync(sealOf(file), { force: true });

function stampOf(file: string): string | null {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
}

function sumOf(file: string): number | null {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    if (size > largestRead) return null;
    const bytes = Buffer.allocUnsafe(size);
    return crc32(bytes.subarray(0, readSync(handle, bytes, 0, size, 0)));
  } finally {
    closeSync(handle);
  }
}
