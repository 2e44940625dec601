import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A new temporary folder on the disk. Tests that run in memory have theirs beneath `/dev`, where Writ expects devices:
 * what is about paths outside of the workspace takes this one.
 */
export const diskFolder = (prefix: string): string =>
  realpathSync(mkdtempSync(join(process.env.WRIT_TEST_DISK_FOLDER ?? tmpdir(), prefix)));

/** Has the temporary folders of the running test made on the disk. */
export function useDisk(): void {
  const { TMPDIR, WRIT_TEST_DISK_FOLDER: disk } = process.env;
  if (disk === undefined) return;
  process.env.TMPDIR = disk;
  onTestFinished(() => {
    process.env.TMPDIR = TMPDIR;
  });
}
