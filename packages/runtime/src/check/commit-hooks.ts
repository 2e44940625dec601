import { posix } from "node:path";
import { hookMarks } from "@writ/contracts";
import type { RawChange } from "@writ/engine/check";
import { type Git, readObjects } from "./git.ts";

/** Those of git's hooks that Writ has a part in. */
const names = ["pre-commit", "commit-msg"];

/** The commit hooks among the changes that have Writ's part, or had: without it nobody publishes records. */
export async function commitHooksAmong(git: Git, changes: readonly RawChange[]): Promise<string[]> {
  const asked = changes.filter(({ path, from = path }) =>
    [path, from].some((name) => names.includes(posix.basename(name))),
  );
  const objects = await readObjects(
    git,
    asked.flatMap(({ blob, blobBefore }) => [blob, blobBefore].filter((id) => id !== null)),
  );
  const isOurs = (blob: string | null) => objects.get(blob ?? "")?.includes(hookMarks.begin) === true;
  return asked
    .filter(({ blob, blobBefore }) => isOurs(blob) || isOurs(blobBefore))
    .flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
}
