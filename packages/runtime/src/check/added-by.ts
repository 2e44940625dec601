import { lineKey, splitLines } from "@writ/engine";
import type { LeftFile } from "@writ/engine/check";
import type { Changed } from "./files-left-by.ts";
import { type Git, readObjects } from "./git.ts";

/** What is larger is known as a whole or not at all. */
export const largest = 8 * 1024 * 1024;

/** What a commit left, with the lines that none of the versions before had. */
export async function withAdded(
  git: Git,
  files: ReadonlyMap<string, Changed>,
): Promise<Map<string, Omit<LeftFile, "untold">>> {
  const versions = [...files.values()].flatMap(({ blob, before }) => [...before, ...(blob === null ? [] : [blob])]);
  const objects = await readObjects(git, versions);
  const keysOf = (blob: string | null) => keysIn(objects.get(blob ?? ""));
  return new Map(
    [...files].map(([path, { blob, before }]) => {
      const had = new Set(before.flatMap(keysOf));
      return [path, { blob, added: new Set(keysOf(blob).filter((key) => !had.has(key))) }];
    }),
  );
}

function keysIn(bytes: Buffer | undefined): string[] {
  if (bytes === undefined || bytes.byteLength > largest) return [];
  return splitLines(bytes.toString("utf8")).map((line) => lineKey(line).key);
}
