import type { FileState, TreeChange } from "@writ/contracts";

/** Whether a state is known from git alone, which keeps of a mode only whether a file can be run. */
const isFromGit = ({ kind, changedAt, stamp }: FileState): boolean =>
  kind === "file" && changedAt === 0 && stamp === "";

/** What git has, no more open than what is there now: who closed a file to others finds it closed when it comes back. */
function asClosed(was: FileState, now: FileState): FileState {
  const open = 0o600 | (now.mode & 0o664);
  const runs = (was.mode & 0o100) === 0 ? 0 : (open & 0o444) >> 2;
  return { ...was, mode: open | runs };
}

/** Changes of files that were as committed, with modes that open nothing when they are put back. */
export const withClosedModes = (changes: readonly TreeChange[]): TreeChange[] =>
  changes.map((change) => {
    const { before, after } = change;
    return before === null || after?.kind !== "file" || !isFromGit(before)
      ? change
      : { ...change, before: asClosed(before, after) };
  });
