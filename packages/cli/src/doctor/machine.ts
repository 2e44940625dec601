import { type Check, error, type Finding, ok, warning } from "./finding.ts";

const oldestNode = [20, 19] as const;
const oldestGit = [2, 20] as const;

/** Node, git and bash, as Writ needs them. */
export const machine: Check = async (_root, { run, self, platform }) => {
  const [git, bash] = await Promise.all([run("git", ["--version"]), run("bash", ["--version"])]);
  return [
    nodeFinding(self.nodeVersion),
    gitFinding(git.code === 0 ? git.stdout : null),
    ...(platform === "win32" ? [] : [bashFinding(bash.code === 0 ? bash.stdout : null)]),
  ];
};

/** Whether Writ runs on a Node of this version. */
export function isNodeRecent(version: string): boolean {
  return isAtLeast(version, oldestNode);
}

/** What to say about a Node of this version. */
export function nodeFinding(version: string): Finding {
  if (isNodeRecent(version)) return ok("node", `Node ${version}`);
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

/** What to say about what `bash --version` printed; `null` when there is no bash. */
export function bashFinding(printed: string | null): Finding {
  if (printed === null)
    return error(
      "bash",
      "There is no bash on the PATH, so hooks cannot reach Writ and refuse every change.",
      "Install bash.",
    );
  return ok("bash", `bash ${/\d+(\.\d+)+/.exec(printed)?.[0] ?? ""}`);
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [haveMajor = 0, haveMinor = 0] = version.split(".").map(Number);
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}
