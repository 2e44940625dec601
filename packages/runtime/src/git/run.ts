import { execFile } from "node:child_process";
import { posix } from "node:path";
import { fail } from "@writ/contracts";
import { decodeLoosely } from "@writ/engine";
import { prefixOf } from "./folders.ts";
import { gitTrouble } from "./trouble.ts";

/** Git that takes longer waits for something that never comes, such as a pipe in the place of one of its files. */
const longestMs = 60_000;

/** What git may be given beside its arguments. */
interface GitOptions {
  encoding?: "utf8" | "latin1";
  input?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs git in a folder and gives its output; a failure becomes a problem that quotes git, and says what to do. */
export function git(
  cwd: string,
  args: readonly string[],
  { encoding = "utf8", input, env }: GitOptions = {},
): Promise<string> {
  return new Promise((done, failed) => {
    // Hooks are run with GIT_DIR and GIT_INDEX_FILE set by git itself; they must be inherited here.
    const around = { cwd, env: { ...process.env, LC_ALL: "C", ...env }, timeout: longestMs, windowsHide: true };
    const options = { ...around, encoding, maxBuffer: 256 * 1024 * 1024 };
    const child = execFile("git", [...args], options, (error, stdout, stderr) => {
      if (error === null) return done(stdout);
      const trouble = gitTrouble(stderr.trim() === "" ? error.message : stderr);
      failed(fail("STORE_FAILED", { action: `run git ${args[0] ?? ""}`, ...trouble }, { cause: error }));
    });
    // Git that ends early does not read everything.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}

/** Paths being committed, relative to `root`; both ends of renames. */
export async function stagedFiles(root: string): Promise<string[]> {
  const names = ["--name-only", "-z", "--no-renames", "--relative"];
  // A name may be any bytes, and is on record by those.
  const out = decodeLoosely(await git(root, ["diff", "--cached", ...names], { encoding: "latin1" })).text;
  const above = await stagedAbove(root);
  return [...out.split("\0"), ...above].filter((path) => path !== "");
}

/** Those above a workspace that is a folder in its repository: a person's word for one of them goes out with it. */
async function stagedAbove(root: string): Promise<string[]> {
  const prefix = prefixOf(root);
  if (prefix === "") return [];
  const names = ["--name-only", "-z", "--no-renames"];
  const out = await git(root, ["-c", "diff.relative=false", "diff", "--cached", ...names], { encoding: "latin1" });
  const paths = decodeLoosely(out).text.split("\0");
  return paths.filter((path) => path !== "" && !path.startsWith(prefix)).map((path) => posix.relative(prefix, path));
}
