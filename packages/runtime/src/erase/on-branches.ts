import { relative, sep } from "node:path";
import { listPublished, type PublishedRecord, publishedKind } from "@writ/stores";
import { type Git, gitIn, listTree, readObjects } from "../check/git.ts";
import { gitTop } from "../git/folders.ts";
import type { Workspace } from "../workspace/types.ts";
import type { LeftBehind } from "./left.ts";

/** More branches than this are not looked at, the newest first. */
const mostBranches = 200;

interface Branch {
  name: string;
  /** The folder of its published files, as git knows it. */
  folder: string;
}

/**
 * Published files that only other branches have, with records that are to go: a merge would bring them back. A file that
 * is here too is not meant, as what was done to it here comes out of a merge.
 */
export async function leftOnBranches(
  { root, paths }: Workspace,
  isDoomed: (record: PublishedRecord) => boolean,
): Promise<LeftBehind[]> {
  if (gitTop(root) === null) return [];
  const git = gitIn(root);
  const folder = relative(root, paths.published).split(sep).join("/");
  const here = new Set((await listPublished(paths.published)).map((file) => relative(root, file).split(sep).join("/")));
  const branches = await branchesWith(git, folder);
  const held = new Map<string, { object: string; path: string; branches: string[] }>();
  for (const tree of new Set(branches.map((branch) => branch.folder))) {
    const names = branches.filter((branch) => branch.folder === tree).map(({ name }) => name);
    for (const entry of await listTree(git, tree, [])) {
      const path = `${folder}/${entry.path}`;
      if (here.has(path)) continue;
      const key = `${entry.object} ${path}`;
      const known = held.get(key);
      if (known === undefined) held.set(key, { object: entry.object, path, branches: [...names] });
      else known.branches.push(...names);
    }
  }
  const files = [...held.values()];
  const objects = await readObjects(
    git,
    files.map(({ object }) => object),
  );
  return files
    .filter(({ object }) => holds(objects.get(object)?.toString("utf8") ?? "", isDoomed))
    .map(({ path, branches: names }) => ({ file: path, line: 0, branches: names.sort() }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

async function branchesWith(git: Git, folder: string): Promise<Branch[]> {
  const wanted = ["--sort=-committerdate", `--count=${mostBranches}`, "refs/heads", "refs/remotes"];
  const out = await git.ask(["for-each-ref", "--format=%(objectname) %(refname:short)", ...wanted]);
  const refs = (out?.toString("utf8") ?? "").split("\n").flatMap((line) => {
    const [, commit = "", name = ""] = /^([0-9a-f]+) (.+)$/.exec(line) ?? [];
    return commit === "" ? [] : [{ commit, name }];
  });
  if (refs.length === 0) return [];
  const asked = refs.map(({ commit }) => `${commit}:./${folder}\n`).join("");
  const said = (await git.ask(["cat-file", "--batch-check"], asked))?.toString("latin1").split("\n") ?? [];
  return refs.flatMap(({ name }, at) => {
    const tree = /^([0-9a-f]+) tree \d+$/.exec(said[at] ?? "")?.[1];
    return tree === undefined ? [] : [{ name, folder: tree }];
  });
}

function holds(text: string, isDoomed: (record: PublishedRecord) => boolean): boolean {
  return text.split("\n").some((line) => {
    const record = recordIn(line);
    return record !== null && !("erased" in record.metadata) && isDoomed(record);
  });
}

function recordIn(line: string): PublishedRecord | null {
  if (line === "") return null;
  try {
    return publishedKind.parse(JSON.parse(line), "");
  } catch {
    return null;
  }
}
