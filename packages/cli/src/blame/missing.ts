import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fail, ProblemError } from "@writ/contracts";
import { readAt } from "@writ/runtime";
import type { Io } from "../io.ts";
import { isInside } from "../paths.ts";

/** A file that was asked about, as it was typed, and where. */
interface Typed {
  readonly root: string;
  /** From the root. */
  readonly path: string;
  readonly file: string;
  readonly revision: string | undefined;
}

/** Where a file is not there, says what may have been meant: the same from the root, or the name it has now. */
export async function tellingMissing<T>(typed: Typed, io: Pick<Io, "cwd" | "run">, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "NOT_FOUND") throw error;
    // A revision that git does not know is another matter, and said already.
    if (!error.problem.message.startsWith("There is no file")) throw error;
    throw fail("NOT_FOUND", { message: error.problem.message, fix: await fixOf(typed, io) });
  }
}

async function fixOf({ root, path, file, revision }: Typed, { cwd, run }: Pick<Io, "cwd" | "run">): Promise<string> {
  const fromHere = (name: string): string => relative(cwd, join(root, name)).replaceAll("\\", "/");
  const sameInRoot = resolve(root, file);
  if (cwd !== root && isInside(sameInRoot, root) && existsSync(sameInRoot))
    return `Files are named from where you are; from here that one is ${relative(cwd, sameInRoot).replaceAll("\\", "/")}.`;
  const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout;
  if (revision !== undefined) return "Name it as it was called in that commit; its other names: git log --follow";
  const commit = (await git("log", "-1", "--format=%H", "--diff-filter=D", "--no-renames", "--", path)).trim();
  const form = ["-M", "--diff-filter=R", "--name-status", "-z", "--relative"];
  const moves = [
    ...renamesIn(await git("diff", ...form, "HEAD")),
    ...(commit === "" ? [] : renamesIn(await git("diff-tree", "-r", ...form, `${commit}~1`, commit))),
  ];
  const now = moves.find(([from]) => from === path)?.[1];
  if (now !== undefined) return `It is ${fromHere(now)} now: ask about that one, or about a commit with --revision.`;
  // An older removal is not the last word on what the last commit has.
  if ((await readAt(root, path, "HEAD").catch(() => null)) !== null)
    return "It was deleted, or is not checked out, and is in the last commit: ask with --revision HEAD.";
  if (commit !== "") return `It was removed in ${commit.slice(0, 10)}: ask with --revision ${commit.slice(0, 10)}~1.`;
  return "Name a file from where you are.";
}

/** Pairs of names, the older first. */
function renamesIn(out: string): [from: string, to: string][] {
  const words = out.split("\0");
  return words.flatMap((word, at): [string, string][] =>
    /^R\d+$/.test(word) ? [[words[at + 1] ?? "", words[at + 2] ?? ""]] : [],
  );
}
