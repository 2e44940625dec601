import { lstatSync } from "node:fs";
import { join } from "node:path";
import { fail } from "@writ/contracts";
import { gitTop } from "../git/folders.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { isBeyondLink } from "../workspace/beyond-link.ts";
import { readBytes } from "../workspace/files.ts";

/** Where files are read from: the work tree, or a commit. */
export interface Tree {
  /** `null` for the work tree. */
  readonly revision: string | null;
  read(path: string): Promise<Uint8Array | null>;
  kindOf(path: string): Promise<"file" | "folder" | "link" | "other" | "none">;
  /** Objects of git's that were read ahead, by id; `undefined` where one was not. */
  ahead?(object: string): Uint8Array | undefined;
  /** Files that hold one of these texts, as far as git can find them. */
  filesWith(texts: readonly string[]): Promise<string[]>;
}

/** A history of many years takes git a while. */
export const gitMs = 60_000;

/** Where git has no list of files, it looks through all of them. */
const outsideGit = [
  "--no-index",
  "--exclude-standard",
  "--",
  ".",
  ":(exclude).orchestration",
  ":(exclude)**/node_modules",
];

/** The files as they are on disk. */
export function workTree(root: string): Tree {
  return {
    revision: null,
    read: async (path) => tryTo(() => (isBeyondLink(root, path) ? null : readBytes(join(root, path)))),
    async kindOf(path) {
      const look = () => lstatSync(join(root, path), { throwIfNoEntry: false }) ?? null;
      const stats = tryTo(() => (isBeyondLink(root, path) ? null : look()));
      if (stats === null) return "none";
      if (stats.isSymbolicLink()) return "link";
      return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
    },
    filesWith: (texts) => grep(root, gitTop(root) === null ? outsideGit : ["--untracked"], texts),
  };
}

/** Ledgers name files that no system would: what cannot be looked at is not there. */
function tryTo<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** More texts than this are not looked for: a part tells as well. */
const mostTexts = 200;

async function grep(root: string, where: readonly string[], texts: readonly string[]): Promise<string[]> {
  const patterns = texts.slice(0, mostTexts).flatMap((text) => ["-e", text]);
  const found = await runGit(root, ["grep", "-l", "-z", "-I", "-F", ...patterns, ...where], startClock(gitMs));
  return (found?.toString() ?? "").split("\0").filter((name) => name !== "");
}

const kinds: Readonly<Record<string, "file" | "folder" | "link" | "other">> = {
  "100644": "file",
  "100755": "file",
  "120000": "link",
  "040000": "folder",
  "160000": "other",
};

/** The files as a commit has them. */
export async function commitTree(root: string, revision: string): Promise<Tree> {
  const run = (...args: string[]) => runGit(root, args, startClock(gitMs));
  const named = revision.startsWith("-") ? null : await run("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  const id = named?.toString().trim() ?? "";
  if (id === "" && gitTop(root) === null)
    throw fail("NOT_FOUND", {
      message: `There is no git here, so there is no commit ${revision}.`,
      fix: "Leave the revision out, to ask about the file as it is.",
    });
  if (id === "")
    throw fail("NOT_FOUND", {
      message: `Git knows no commit ${revision} here.`,
      fix: "Name a commit, a branch or a tag of this repository; a shallow clone may have to fetch more of it first.",
    });
  const entries = new Map<string, { kind: Awaited<ReturnType<Tree["kindOf"]>>; object: string }>();
  const entryOf = async (path: string) => {
    const known = entries.get(path);
    if (known !== undefined) return known;
    // Seen from this folder, wherever in the repository it lies.
    const line = (await run("ls-tree", "-z", id, "--", path))?.toString() ?? "";
    const [, mode = "", object = ""] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(line) ?? [];
    const entry = { kind: kinds[mode] ?? ("none" as const), object };
    entries.set(path, entry);
    return entry;
  };
  return {
    revision: id,
    kindOf: async (path) => (await entryOf(path)).kind,
    filesWith: async (texts) => (await grep(root, [id], texts)).map((name) => name.slice(id.length + 1)),
    async read(path) {
      const { kind, object } = await entryOf(path);
      return kind === "file" ? await run("cat-file", "blob", object) : null;
    },
  };
}
