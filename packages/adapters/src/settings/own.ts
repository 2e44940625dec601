import { shimPath, windowsShimPath } from "../command-line.ts";

/** Where plugins lie that an agent's settings name. */
export const pluginFolder = ".orchestration/plugins";

/** Hooks and servers people put there by hand before there was a shim: `writ hook claude-code Stop`, `npx writ mcp`. */
const byHand = /^[^;&|<>$`]*(?:^|[\s/\\"'])writ(?:\.cjs|\.cmd|\.exe)?["']?\s+(?:hook\s+[a-z-]+(?:\s+\w+)?|mcp)\s*$/;

/** How every line begins that Writ installs. What people wrote around a call of the shim is theirs. */
const beginnings = [
  `_d="\${CLAUDE_PROJECT_DIR:-$PWD}"; _w=`,
  "_w=; while :; do [ -f ",
  "$d=(Get-Location).Path; while ",
  'powershell -NoProfile -ExecutionPolicy Bypass -Command "$d=(Get-Location).Path; while ',
];

/** A call of the shim and nothing else. */
const bare = /^(?:exec )?(?:(?:command )?bash (?:-p )?)?["']?(?:\S*\/)?\.orchestration\/writ\.sh["']?(?: [\w."'-]+)*$/;

/** Whether a command line is Writ's: one it installs, or one people wrote by hand; or the name of one of its plugins. */
export function callsWrit(line: string): boolean {
  if (line.startsWith(`./${pluginFolder}/`)) return true;
  const said = line.replace(/^sh -c /, "");
  const isInstalled =
    beginnings.some((begin) => said.startsWith(begin)) &&
    (said.includes(shimPath) || said.replaceAll("\\", "/").includes(windowsShimPath));
  return isInstalled || bare.test(said) || byHand.test(line);
}

/** Whether a command line of Writ's is one that passes on whatever the shim says, as installed before answers were proven. */
export function isFormerLine(line: string): boolean {
  return callsWrit(line) && line.includes(shimPath) && !/\bwrit\.sh" [a-z-]+ \w+ framed /.test(line);
}

/** Whether a file that cannot be read line by line seems to hold something of Writ's. */
export function mentionsWrit(text: string): boolean {
  return (
    [shimPath, windowsShimPath, `${pluginFolder}/`].some((path) => text.includes(path)) ||
    /\bwrit (?:hook|mcp)\b/.test(text)
  );
}

/** Whether a file is Writ's from the first line to the last: what is shipped says so at its top. */
export function isSigned(text: string): boolean {
  return text.slice(0, 500).includes("Written by `writ init`");
}
