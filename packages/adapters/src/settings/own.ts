import { shimPath, windowsShimPath } from "../command-line.ts";

/** Where plugins lie that an agent's settings name. */
export const pluginFolder = ".orchestration/plugins";

/** Hooks and servers people put there by hand before there was a shim: `writ hook claude-code Stop`, `npx writ mcp`. */
const byHand = /(?:^|[\s/\\"'])writ(?:\.cjs|\.cmd|\.exe)?["']?\s+(?:hook\s+[a-z-]+|mcp(?:\s|$))/;

/** Whether a command line is Writ's: one it installs, or one people wrote by hand; or the name of one of its plugins. */
export function callsWrit(line: string): boolean {
  if (line.includes(`${pluginFolder}/`)) return true;
  return line.includes(shimPath) || line.replaceAll("\\", "/").includes(windowsShimPath) || byHand.test(line);
}

/** Whether a file is Writ's from the first line to the last: what is shipped says so at its top. */
export function isSigned(text: string): boolean {
  return text.slice(0, 500).includes("Written by `writ init`");
}
