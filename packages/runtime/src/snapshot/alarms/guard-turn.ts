import { statePath, withFileLock } from "@writ/stores";

/** Runs while no other process changes the guard's files through Writ, or compares them. */
export const inGuardTurn = <T>(state: string, run: () => Promise<T>): Promise<T> =>
  withFileLock(statePath(state, "locks", "guard.lock"), run);
