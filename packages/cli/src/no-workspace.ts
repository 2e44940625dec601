import { ProblemError, problem } from "@writ/contracts";
import type { Io } from "./io.ts";
import { leftOut } from "./left-out.ts";

/** Nothing guards this folder, or what guarded the workspace `lost` was deleted. */
export async function noWorkspace(io: Pick<Io, "cwd" | "run">, lost: string | null = null): Promise<ProblemError> {
  const left = await leftOut(io);
  if (left === null && lost !== null) return new ProblemError(problem("SIDECAR_MISSING", { root: lost }));
  return (
    left ??
    new ProblemError({
      ...problem("SIDECAR_MISSING", { root: io.cwd }),
      message: `There is no .orchestration/ in ${io.cwd} or above it, so Writ does not guard this folder.`,
      hint: "Set it up with: writ init",
    })
  );
}
