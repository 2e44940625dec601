import { ProblemError, problem } from "@writ/contracts";
import type { Io } from "./io.ts";
import { leftOut } from "./left-out.ts";

/** Nothing guards this folder. */
export async function noWorkspace(io: Pick<Io, "cwd" | "run">): Promise<ProblemError> {
  return (
    (await leftOut(io)) ??
    new ProblemError({
      ...problem("SIDECAR_MISSING", { root: io.cwd }),
      message: `There is no .orchestration/ in ${io.cwd} or above it, so Writ does not guard this folder.`,
      hint: "Set it up with: writ init",
    })
  );
}
