import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** What ends a test early, with the reason. */
type Skip = (reason: string) => never;

/** Runs a command of the system; its complaint, or `null` when it went well. */
function complaint(program: string, ...args: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

function skipLoudly(skip: Skip, what: string, reason: string): never {
  console.log(`not run, since ${what} here: ${reason}`);
  return skip(`${what} here`);
}

/** Takes away everybody's right to write below a path, also root's, whom mode bits do not bind. */
export function closeToWriting(path: string, skip: Skip): void {
  const isRoot = process.getuid?.() === 0;
  const [close, open] = isRoot
    ? ([
        ["chattr", "-R", "+i"],
        ["chattr", "-R", "-i"],
      ] as const)
    : ([
        ["chmod", "-R", "a-w"],
        ["chmod", "-R", "u+w"],
      ] as const);
  const [program, ...flags] = close;
  const reason = complaint(program, ...flags, path);
  if (reason !== null) skipLoudly(skip, "nothing can be closed to writing", reason);
  onTestFinished(() => {
    const [undo, ...options] = open;
    complaint(undo, ...options, path);
  });
}

/** A small disk of its own in place of a folder. */
export function mountSmall(place: string, size: string, skip: Skip): void {
  const reason = complaint("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", place);
  if (reason !== null) skipLoudly(skip, "no small disk can be mounted", reason);
  onTestFinished(() => void complaint("umount", place));
}
