import { type Check, error, type Finding, ok, warning } from "./finding.ts";

const oldestNode = [20, 19] as const;
const oldestGit = [2, 20] as const;

/** Node and git, as Writ needs them. */
export const machine: Check = async (_root, { run, self }) => {
  const git = await run("git", ["--version"]);
  return [nodeFinding(self.nodeVersion), gitFinding(git.code === 0 ? git.stdout : null)];
};

/** What to say about a Node of this version. */
export function nodeFinding(version: string): Finding {
  if (isAtLeast(version, oldestNode)) return ok("node", `Node ${version}`);
  return error("node", `Node ${version} is too old.`, `Install Node ${oldestNode.join(".")} or later.`);
}

/** What to say about what `git --version` printed; `null` when there is no git. */
export function gitFinding(printed: string | null): Finding {
  if (printed === null)
    return warning("git", "There is no git on the PATH.", "Install git: without it nothing is published.");
  const version = /\d+(\.\d+)+/.exec(printed)?.[0] ?? "";
  if (isAtLeast(version, oldestGit)) return ok("git", `git ${version}`);
  return warning("git", `git ${version} is old.`, `Install git ${oldestGit.join(".")} or later.`);
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [haveMajor = 0, haveMinor = 0] = version.split(".").map(Number);
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}
