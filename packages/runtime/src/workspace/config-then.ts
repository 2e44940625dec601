import { type Config, defaultConfig, type PendingCall, type Problem, ProblemError } from "@writ/contracts";
import { isConfig } from "../config/rules.ts";
import { requireOwnState } from "./own-state.ts";
import type { Workspace } from "./types.ts";

/** A workspace whose config can be read, and what is wrong with the file if it is not the one that counts. */
interface Then {
  workspace: Workspace;
  problem: Problem | null;
}

const withConfig = (workspace: Workspace, config: Config): Workspace => ({
  ...workspace,
  readConfig: async () => ({ config, untrusted: [], findings: [] }),
});

/**
 * A command may leave a config that cannot be used. What it did is then judged by the config it began with, or else by
 * the defaults, so that nobody escapes the look after a call by breaking a file.
 */
export async function withConfigThen(
  workspace: Workspace,
  find: () => Promise<PendingCall | undefined>,
): Promise<Then> {
  try {
    await workspace.readConfig();
    return { workspace, problem: null };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "SIDECAR_INVALID") throw error;
    // It may not have been the config: notes that came with the repository are not believed.
    await requireOwnState(workspace.root, workspace.paths);
    const kept = (await find())?.snapshot?.config;
    return { workspace: withConfig(workspace, isConfig(kept) ? kept : defaultConfig), problem: error.problem };
  }
}

/** What is wrong with the config, as the model and the person hear it. */
export const toldOfProblem = ({ message, hint }: Problem): string => `Writ: ${message} ${hint}`;
