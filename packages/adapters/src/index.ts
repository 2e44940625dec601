import type { Adapter } from "@writ/contracts";
import { claudeCode } from "./claude-code/index.ts";

/** Every agent that can be wired, by id. */
export const adapters: Readonly<Record<string, Adapter>> = { "claude-code": claudeCode };

export { claudeCode } from "./claude-code/index.ts";
export { markers } from "./markers.ts";
export { commandLine, commandLineWindows, mcpCommand, shimPath, windowsShimPath } from "./command-line.ts";
