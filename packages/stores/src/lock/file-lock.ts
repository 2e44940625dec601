import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fail } from "@writ/contracts";
import { storeFailed } from "../failure.ts";
import { loadKernelLocks } from "./kernel.ts";
import { kernelLock } from "./kernel-lock.ts";
import type { Release, Taker } from "./taker.ts";
import { inTurn } from "./turns.ts";

/** How a lock is taken. */
export interface LockOptions {
  /** How long to wait for others, in milliseconds. Ten seconds unless told. */
  waitMs?: number;
  /** `owned` does without the kernel's locks, as on platforms that have none for us. All users of a path must agree. */
  kind?: "kernel" | "owned";
}

/**
 * Runs `run` while no other process and nobody else in this one runs under the same lock file.
 * A holder that dies, however it dies, holds nothing: no lock ever needs to be removed by hand.
 * It is not reentrant: taking the same lock inside `run` waits for itself, and fails.
 */
export async function withFileLock<T>(path: string, run: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const name = resolve(path);
  const waitMs = options.waitMs ?? 10_000;
  const deadline = performance.now() + waitMs;
  const turn = await inTurn(name, waitMs, async () => {
    const release = await take(name, deadline, options.kind);
    if (release === null) return null;
    try {
      return { value: await run() };
    } finally {
      await release();
    }
  });
  if (turn === null || turn.value === null) throw tooLate(name, waitMs);
  return turn.value.value;
}

const longestPauseMs = 4;

/** Polls: a wait inside the kernel cannot be given up, and would keep the process from ending. */
async function take(path: string, deadline: number, kind: LockOptions["kind"]): Promise<Release | null> {
  const taker = await takerOf(path, kind);
  let release: Release | null = null;
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMs)) {
      release = await taker.take();
      if (release !== null || performance.now() >= deadline) return release;
      // Uneven pauses, so that those who wait do not march in step.
      await sleep(pause * (0.5 + Math.random()));
    }
  } catch (error) {
    throw storeFailed("take the lock", path, error);
  } finally {
    if (release === null) await taker.drop();
  }
}

async function takerOf(path: string, kind: LockOptions["kind"]): Promise<Taker> {
  const locks = kind === "owned" ? null : await loadKernelLocks();
  if (locks !== null) return kernelLock(path, locks);
  // Hardly ever needed, so the hook path does not load it.
  const { ownedLock } = await import("./owned-lock.ts");
  return ownedLock(path);
}

function tooLate(path: string, waitMs: number): Error {
  const reason = `somebody else has held it for ${waitMs / 1_000} seconds; see which writ or agent process hangs`;
  return fail("STORE_FAILED", { action: `take the lock ${path}`, reason, file: path });
}
