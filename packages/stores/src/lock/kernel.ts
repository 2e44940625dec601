import { createRequire } from "node:module";
import { errorCode } from "../failure.ts";

/** The kernel's locks on open files. */
export interface KernelLocks {
  /** Takes an exclusive lock; false when somebody else has it. Closing the file gives it back. */
  tryLock(fd: number): boolean;
}

/** The binary inside `fs-native-extensions`, whose `tryLock` throws when the lock is taken. */
interface Binding {
  tryLock(fd: number, offset: number, length: number, exclusive: boolean): void;
}

let loading: Promise<KernelLocks | null> | undefined;

/** The kernel's locks, or `null` where there is no binary for this platform (musl, unusual processors). Loaded once. */
export function loadKernelLocks(): Promise<KernelLocks | null> {
  loading ??= loadBinary()
    .catch(loadPackage)
    .catch(() => null);
  return loading;
}

/**
 * The binary itself, which loads in 1 ms where the package takes 13 to find it: a third of what the hook may cost.
 * Always through `require`: newer versions of Node also import a binary, and print a warning each time.
 */
async function loadBinary(): Promise<KernelLocks> {
  const loaded = await requireBinary(`${process.platform}-${process.arch}`);
  if (!isBinding(loaded)) throw new Error("the binary of fs-native-extensions is not what it was");
  return {
    tryLock(fd) {
      try {
        loaded.tryLock(fd, 0, 0, true);
        return true;
      } catch (error) {
        if (errorCode(error) === "EAGAIN") return false;
        throw error;
      }
    },
  };
}

async function requireBinary(platform: string): Promise<unknown> {
  const here: string | undefined = import.meta.url;
  // A CommonJS bundle has no `import.meta.url`, and esbuild turns this `import` into `require`.
  if (here === undefined) return import(`fs-native-extensions/prebuilds/${platform}/fs-native-extensions.node`);
  return createRequire(here)(`fs-native-extensions/prebuilds/${platform}/fs-native-extensions.node`);
}

async function loadPackage(): Promise<KernelLocks> {
  const { tryLock } = await import("fs-native-extensions");
  return { tryLock: (fd) => tryLock(fd) };
}

function isBinding(value: unknown): value is Binding {
  return typeof value === "object" && value !== null && "tryLock" in value && typeof value.tryLock === "function";
}
