import type { LedgerIndex } from "@writ/contracts";
import type { Tree } from "../lineage/tree.ts";
import { type Git, listTree, readObjects, type TreeEntry } from "./git.ts";

/** A commit's tree, and all files in it, by path. */
export interface ListedTree {
  tree: Tree;
  entries: ReadonlyMap<string, TreeEntry>;
}

/** The files of a commit, asked for once, with some that lie above. */
export async function entriesAt(
  git: Git,
  revision: string,
  above: readonly string[] = [],
): Promise<ListedTree["entries"]> {
  return new Map((await listTree(git, revision, [".", ...above])).map((entry) => [entry.path, entry]));
}

const kinds: Readonly<Record<string, "file" | "link">> = { "100644": "file", "100755": "file", "120000": "link" };

/**
 * A commit's files, with what is needed to tell who made the lines of some of them read in one go: asking git for each
 * would take most of the time.
 */
export async function treeAhead(
  git: Git,
  index: LedgerIndex,
  { tree, entries }: ListedTree,
  paths: readonly string[],
): Promise<Tree> {
  const traces = await index.traces({ files: paths });
  const versions = traces.flatMap(({ metadata }) =>
    Object.values(metadata?.files ?? {}).flatMap(({ blob, blob_before }) => [blob, blob_before]),
  );
  const wanted = [...paths.map((path) => entries.get(path)?.object), ...versions];
  const objects = await readObjects(git, wanted.filter(isObjectId));
  return {
    ...tree,
    async read(path) {
      const entry = entries.get(path);
      const known = entry === undefined || kinds[entry.mode] !== "file" ? undefined : objects.get(entry.object);
      return known ?? tree.read(path);
    },
    async kindOf(path) {
      const entry = entries.get(path);
      return entry === undefined ? "none" : (kinds[entry.mode] ?? "other");
    },
    ahead: (object) => objects.get(object),
  };
}

const isObjectId = (id: unknown): id is string => typeof id === "string" && /^[0-9a-f]{40,64}$/.test(id);
