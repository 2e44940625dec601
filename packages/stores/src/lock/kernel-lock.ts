import { closeSync, constants, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../failure.ts";
import type { KernelLocks } from "./kernel.ts";
import type { Taker } from "./taker.ts";

/** Absent on Windows. */
const noFollow = constants.O_NOFOLLOW ?? 0;
/** What a file system says that knows no locks: some network mounts. It says so to everybody, so all can do without. */
const unknown = new Set(["ENOLCK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * A lock the kernel holds for an open file: it ends when the holder gives it back or dies, however it dies.
 * The file stays; deleting it while somebody waits would give two of them the lock.
 */
export function kernelLock(path: string, locks: KernelLocks): Taker {
  let instead: Taker | null = null;
  return {
    async take() {
      if (instead !== null) return await instead.take();
      const fd = openLock(path);
      try {
        if (locks.tryLock(fd) && isStillAt(path, fd)) return async () => closeSync(fd);
        closeSync(fd);
        return null;
      } catch (error) {
        closeSync(fd);
        if (!unknown.has(errorCode(error) ?? "")) throw error;
        const { ownedLock } = await import("./owned-lock.ts");
        instead = ownedLock(path);
        return await instead.take();
      }
    },
    async drop() {
      await instead?.drop();
    },
  };
}

function openLock(path: string): number {
  const flags = constants.O_RDWR | constants.O_CREAT | noFollow;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, flags, 0o600);
  }
}

/** A lock on a file that was deleted or replaced meanwhile excludes nobody. */
function isStillAt(path: string, fd: number): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  const held = fstatSync(fd);
  return now !== undefined && now.ino === held.ino && now.dev === held.dev;
}
