declare module "fs-native-extensions" {
  interface LockOptions {
    /** Others may hold it too, as long as they only read. Exclusive otherwise. */
    readonly shared?: boolean;
  }

  /** Takes the kernel's lock on an open file; false when another process holds it. Closing the file releases it. */
  export function tryLock(fd: number, options?: LockOptions): boolean;
  export function waitForLock(fd: number, options?: LockOptions): Promise<void>;
  export function waitForLockSync(fd: number, options?: LockOptions): void;
  export function unlock(fd: number): void;
}
