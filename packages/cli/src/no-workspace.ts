import { ProblemError, problem } from "@writ/contracts";

/** Nothing guards this folder. */
export function noWorkspace(cwd: string): ProblemError {
  return new ProblemError({
    ...problem("SIDECAR_MISSING", { root: cwd }),
    message: `There is no .orchestration/ in ${cwd} or above it, so Writ does not guard this folder.`,
    hint: "Set it up with: writ init",
  });
}
