import type { ContentHash } from "@writ/contracts";
import { headsIn } from "@writ/stores";
import { eachObject, type Git, readObjects } from "../check/git.ts";
import { sha256 } from "../hash.ts";
import { sidecarName } from "../locate.ts";
import type { AnchoredHead } from "./anchor-text.ts";
import { treeEntries } from "./tree-entries.ts";

/** What a commit has of published files. */
export interface PublishedAt {
  heads: AnchoredHead[];
  /** Of the names of all of them and what they hold: there may be thousands, and a note should be short. */
  digest: ContentHash;
}

interface File {
  /** From the sidecar. */
  name: string;
  object: string;
}

/**
 * The published files of many commits, by commit; those git does not have are left out. Files stay as they were, so
 * that commits share nearly all of them: each is read once, and git is asked as often for one commit as for a thousand.
 */
export async function publishedAt(git: Git, commits: readonly string[]): Promise<Map<string, PublishedAt>> {
  const folders = await foldersAt(git, commits);
  const months = await entriesOf(git, [...folders.values()]);
  const files = await entriesOf(
    git,
    [...months.values()].flatMap((entries) => entries.filter(({ isFolder }) => isFolder).map(({ object }) => object)),
  );
  const filesIn = (folder: string): File[] =>
    (months.get(folder) ?? []).flatMap(({ name: month, object }) =>
      (files.get(object) ?? [])
        .filter(({ name, isFolder }) => !isFolder && name.endsWith(".jsonl"))
        .map((entry) => ({ name: `ledger/${month}/${entry.name}`, object: entry.object })),
    );
  const all = new Map(commits.map((commit) => [commit, filesIn(folders.get(commit) ?? "")]));
  const read = await readAll(git, [...all.values()].flat());
  const found = new Map<string, PublishedAt>();
  for (const [commit, held] of all) {
    const known = held.flatMap(({ name, object }) => {
      const content = read.get(object);
      return content === undefined ? [] : [{ name, ...content }];
    });
    // Where the folder or a file is not there to be read, nobody can tell what it held.
    if (folders.has(commit) && known.length === held.length) found.set(commit, together(known));
  }
  return found;
}

interface Content {
  hash: ContentHash;
  heads: ReturnType<typeof headsIn>;
}

function together(files: readonly (Content & { name: string })[]): PublishedAt {
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    heads: sorted.flatMap(({ name: file, heads }) => heads.map((head) => ({ file, ...head, tracked: true as const }))),
    digest: sha256(sorted.map(({ name, hash }) => `${name} ${hash}\n`).join("")),
  };
}

/** By commit: the folder its published files are in. */
async function foldersAt(git: Git, commits: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (commits.length === 0) return found;
  const names = commits.map((commit) => `${commit}:./${sidecarName}/ledger`);
  const out = await git.ask(["cat-file", "--batch-check"], `${names.join("\n")}\n`);
  for (const [at, line] of (out?.toString("latin1") ?? "").split("\n").entries()) {
    const [, object] = /^([0-9a-f]+) tree \d+$/.exec(line) ?? [];
    const commit = commits[at];
    if (object !== undefined && commit !== undefined) found.set(commit, object);
  }
  return found;
}

async function entriesOf(git: Git, trees: readonly string[]): Promise<Map<string, ReturnType<typeof treeEntries>>> {
  const objects = await readObjects(git, trees);
  return new Map([...objects].map(([id, bytes]) => [id, treeEntries(bytes, id.length / 2)]));
}

async function readAll(git: Git, files: readonly File[]): Promise<Map<string, Content>> {
  const found = new Map<string, Content>();
  const objects = files.map(({ object }) => object);
  for await (const [id, bytes] of eachObject(git, objects))
    found.set(id, { hash: sha256(bytes), heads: headsIn(bytes) });
  return found;
}
