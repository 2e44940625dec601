import { execFile } from "node:child_process";
import { fail } from "@writ/contracts";
import { decodeLoosely } from "@writ/engine";

/** Git that takes longer waits for something that never comes, such as a pipe in the place of one of its files. */
const longestMs = 60_000;

/** Runs git in a folder and gives its output; a failure becomes a problem that quotes git's first line. */
export function git(cwd: string, args: readonly string[], encoding: "utf8" | "latin1" = "utf8"): Promise<string> {
  return new Promise((done, failed) => {
    // Hooks are run with GIT_DIR and GIT_INDEX_FILE set by git itself; they must be inherited here.
    const options = { cwd, encoding, maxBuffer: 256 * 1024 * 1024, timeout: longestMs, windowsHide: true };
    execFile("git", [...args], options, (error, stdout, stderr) => {
      if (error === null) return done(stdout);
      const reason = stderr.trim().split("\n")[0] ?? "";
      failed(
        fail(
          "STORE_FAILED",
          { action: `run git ${args[0] ?? ""}`, reason: reason === "" ? error.message : reason },
          { cause: error },
        ),
      );
    });
  });
}

/** Paths being committed, relative to `root`; both ends of renames. */
export async function stagedFiles(root: string): Promise<string[]> {
  const names = ["--name-only", "-z", "--no-renames", "--relative"];
  // A name may be any bytes, and is on record by those.
  const out = decodeLoosely(await git(root, ["diff", "--cached", ...names], "latin1")).text;
  return out.split("\0").filter((path) => path !== "");
}
