import { realpathSync } from "node:fs";
import { isAbsolute, join, normalize, relative, sep } from "node:path";
import { fail } from "@writ/contracts";
import type { Tree } from "./tree.ts";

/** A file whose lines are asked about. */
export interface Target {
  /** From the root. */
  path: string;
  bytes: Uint8Array;
  /** `null` where its bytes are no text that lines were followed in. */
  text: string | null;
}

/** Lines of larger files are not followed. */
const largestText = 8 * 1024 * 1024;

/** Reads the file a path from the root names; a problem where it is none, or has no lines. */
export async function readTarget(root: string, tree: Tree, given: string): Promise<Target> {
  const path = tree.revision === null ? realName(root, insideRoot(given)) : insideRoot(given);
  const kind = await tree.kindOf(path);
  const bytes = kind === "file" ? await tree.read(path) : null;
  if (bytes === null) throw notAFile(path, kind, tree);
  if (bytes.subarray(0, 8000).includes(0)) throw fail("NO_LINES", { path, reason: "it is a binary file" });
  const text = bytes.byteLength > largestText ? null : decode(bytes);
  if (text?.startsWith("version https://git-lfs.github.com/spec/") === true)
    throw fail("NO_LINES", { path, reason: "its content is kept outside of git, and not here" });
  return { path, bytes, text };
}

const askedInside = "Name a file inside of the workspace.";

function insideRoot(given: string): string {
  const path = normalize(given).split(sep).join("/");
  if (isAbsolute(given) || path === ".." || path.startsWith("../"))
    throw fail("PATH_OUTSIDE_WORKSPACE", { path: given, fix: askedInside });
  return path.replace(/\/$/, "");
}

/** Everything is recorded by real names: a link, or a folder that is one, leads elsewhere. */
function realName(root: string, path: string): string {
  let real: string;
  try {
    real = realpathSync.native(join(root, path));
  } catch {
    return path;
  }
  const inside = relative(root, real);
  if (inside.startsWith("..") || isAbsolute(inside))
    throw fail("PATH_OUTSIDE_WORKSPACE", { path, reason: "a link leads there", fix: askedInside });
  return inside.split(sep).join("/");
}

function notAFile(path: string, kind: string, { revision }: Tree): Error {
  const where = revision === null ? "" : ` in commit ${revision.slice(0, 10)}`;
  if (kind === "file") return fail("STORE_FAILED", { action: `read ${path}${where}`, reason: "it cannot be opened" });
  if (kind === "folder")
    return fail("USAGE", { message: `${path} is a folder${where}, not a file.`, fix: "Name one file in it." });
  if (kind === "link")
    return fail("USAGE", { message: `${path} is a link${where}.`, fix: "Name a file that is there." });
  if (kind === "other")
    return fail("NO_LINES", {
      path,
      reason: revision === null ? "it is no plain file" : "it is a repository of its own",
    });
  return fail("NOT_FOUND", {
    message: `There is no file ${path}${where}.`,
    fix: "Name a file from the root of the workspace.",
  });
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
