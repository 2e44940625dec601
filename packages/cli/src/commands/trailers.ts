import { readFile, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { fail, ProblemError } from "@writ/contracts";
import { defineCommand, flag, required } from "../command.ts";
import type { Context } from "../io.ts";
import { visible } from "../text/visible.ts";
import { hasWords, isTrailerSafe } from "../trailers/message.ts";

export default defineCommand({
  name: "trailers",
  summary: "Name the intents of what is being committed in the commit's message",
  about:
    "The hook for commit messages runs this, where writ init --trailers put it there. It adds a line Intent: ID for every intent that staged lines of an agent were made under, once, and leaves the rest of the message as it is.",
  // An agent that commits runs the hook, and the hook runs this: it names what is on record.
  who: "anyone",
  args: { file: required("the file with the message") },
  options: { hook: flag("for git's hook: say little, and never stop a commit") },
  examples: [
    ["trailers .git/COMMIT_EDITMSG", "as the hook does"],
    ["trailers .git/COMMIT_EDITMSG --json", "{intents}: those that the message names now"],
  ],

  async run({ file, hook, json }, context) {
    try {
      if (hook && (await context.findRoot()) === null) return 0;
      const added = await addTrailers(resolve(context.cwd, file), context);
      if (json) context.print(JSON.stringify({ intents: added }));
      return 0;
    } catch (error) {
      if (!hook) throw error;
      const reason =
        error instanceof ProblemError ? error.problem.message : error instanceof Error ? error.message : String(error);
      context.error(`writ: this commit's message names no intents (${visible(reason)}).`);
      return 0;
    }
  },
});

/** The intents that are named now. A merge brings commits that name their own. */
async function addTrailers(file: string, context: Context): Promise<string[]> {
  const message = await readFile(file, "utf8").catch((error: unknown) => {
    throw fail(
      "NOT_FOUND",
      { message: `There is no message in ${file}.`, fix: "Name the file git gives to its hook." },
      { cause: error },
    );
  });
  const writ = await context.openWrit();
  const git = (...args: string[]) => context.run("git", args, { cwd: writ.root });
  // Agents may run this: it must not write to any other file for them.
  const own = (await git("rev-parse", "--absolute-git-dir")).stdout.trim();
  if (own === "" || !(await isInside(file, own)))
    throw fail("USAGE", {
      message: `${file} is no message of a commit.`,
      fix: "Name a file in git's own folder, such as .git/COMMIT_EDITMSG.",
    });
  if ((await git("rev-parse", "--verify", "--quiet", "MERGE_HEAD")).code === 0) return [];
  // The first commit of all has nothing to be compared with.
  if ((await git("rev-parse", "--verify", "--quiet", "HEAD")).code !== 0) return [];
  // A message without words stops the commit, and must go on doing so.
  const settings = (await git("config", "--get-regexp", "^core\\.comment(char|string)$")).stdout.trim();
  if (
    !hasWords(
      message,
      settings
        .split("\n")
        .at(-1)
        ?.replace(/^\S+ ?/, "") ?? "",
    )
  )
    return [];
  const { summary } = await writ.check({ unsaved: "staged", env: context.env });
  const ids = summary.intents.filter(({ id, files }) => files > 0 && isTrailerSafe(id)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const named = ids.sort().flatMap((id) => ["--trailer", `Intent: ${id}`]);
  const form = ["--in-place", "--no-divider", "--if-exists", "addIfDifferent"];
  const { code } = await git("interpret-trailers", ...form, ...named, file);
  if (code !== 0) throw fail("STORE_FAILED", { action: "add to the message", reason: "git interpret-trailers failed" });
  return ids;
}

async function isInside(file: string, folder: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(file));
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}
