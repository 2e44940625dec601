import { closeSync, constants, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../failure.ts";
import type { Taker } from "./taker.ts";

/** What we need of `fs-native-extensions`. */
export interface KernelLocks {
  tryLock(fd: number): boolean;
}

/** Absent on Windows, where a link is refused elsewhere. */
const noFollow = constants.O_NOFOLLOW ?? 0;

let loading: Promise<KernelLocks | null> | undefined;

/** The kernel's locks, or `null` where there is no binary for this platform (musl, unusual processors). Loaded once. */
export function loadKernelLocks(): Promise<KernelLocks | null> {
  loading ??= import("fs-native-extensions").then(
    ({ tryLock }) => ({ tryLock: (fd) => tryLock(fd) }),
    () => null,
  );
  return loading;
}

/**
 * A lock the kernel holds for an open file: it ends when the holder gives it back or dies, however it dies.
 * The file stays; deleting it while somebody waits would give two of them the lock.
 */
export function kernelLock(path: string, locks: KernelLocks): Taker {
  return {
    async take() {
      const fd = openLock(path);
      try {
        if (locks.tryLock(fd) && isStillAt(path, fd)) return async () => closeSync(fd);
      } catch (error) {
        closeSync(fd);
        throw error;
      }
      closeSync(fd);
      return null;
    },
    async drop() {},
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
