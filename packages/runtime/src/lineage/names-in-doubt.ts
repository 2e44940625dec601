import type { LedgerIndex } from "@writ/contracts";
import { sha256 } from "../hash.ts";
import { type FileName, namesOf } from "./former-names.ts";
import type { GitHistory } from "./git-history.ts";
import type { Tree } from "./tree.ts";

/** A file whose names are asked for. */
export interface Named {
  root: string;
  path: string;
  bytes: Uint8Array;
  history: GitHistory;
  tree: Tree;
}

/**
 * The names a file had, its present one first, as far as something may have happened under another one that nobody
 * tells of: whoever renames a file does not make its lines a person's. Git is asked only where there is such a name.
 */
export async function namesInDoubt(
  index: LedgerIndex,
  named: Named,
  further: readonly string[] = [],
): Promise<FileName[]> {
  const { root, path, tree } = named;
  const doubted = new Set([...(await index.doubted()), ...further]);
  doubted.delete(path);
  if (doubted.size === 0) return [{ name: path, until: null }];
  const names = await namesOf(root, path, {
    revision: tree.revision,
    tracesOf: (name) => index.traces({ files: [name] }),
  });
  for (const name of await foundAs(index, named))
    if (doubted.has(name) && names.every((known) => known.name !== name)) names.push({ name, until: null });
  return Promise.all(
    // When a name went over to another file is for git to say, and anybody may give a commit any date.
    names.map(async ({ name, until }) => ({ name, until: (await tree.kindOf(name)) === "none" ? null : until })),
  );
}

/** Names that are gone and under which the file was found as it is, or as it was when it was first committed. */
async function foundAs(index: LedgerIndex, { bytes, history, tree }: Named): Promise<string[]> {
  const oldest = (await history.contents()).findLast(({ object }) => object !== "")?.object;
  const first = oldest === undefined ? null : await history.read(oldest);
  const gone: string[] = [];
  const held = [bytes, ...(first === null ? [] : [first])].filter(({ byteLength }) => byteLength > 0);
  for (const version of new Set(held.map((some) => sha256(some))))
    for (const name of await index.filesWith(version)) if ((await tree.kindOf(name)) === "none") gone.push(name);
  return gone;
}
