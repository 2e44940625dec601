import { closeSync, constants, openSync } from "node:fs";
import { errorCode, storeFailed } from "../failure.ts";

/** Absent on Windows. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a ledger for reading; `null` when it is gone by now, or became something else than a file. */
export function openPlain(path: string): number | null {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error) ?? "")) return null;
    throw storeFailed("read", path, error);
  }
}

/** Reads a ledger; `null` when there is none. */
export function withFile<T>(path: string, use: (fd: number) => T): T | null {
  const fd = openPlain(path);
  if (fd === null) return null;
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}
