import type { AgentId } from "@writ/contracts";

/** Where the shim lies, from the root of the repository. Whatever holds this is an entry of Writ's. */
export const shimPath = ".orchestration/writ.sh";
export const windowsShimPath = ".orchestration/writ.ps1";

/** The folder an agent says it works in; several set more than one, and hooks may run in a folder below it. */
const start = `\${CLAUDE_PROJECT_DIR:-$PWD}`;

/**
 * Walks up to the folder with the shim; ends at the root of the disk, or at once for a name without a slash. Gemini puts
 * variables of its own environment into its settings, so the names here are ones nobody has.
 */
const climb = `_w="${start}"; until [ -f "$_w/${shimPath}" ] || [ "$_w" = "\${_w%/*}" ]; do _w="\${_w%/*}"; done`;

const lost =
  "Writ could not check this call, so it is refused. To mend it: writ doctor (where there is no such command, install writ; then: writ init)";

/** What a hook that ends badly means: a refusal before a tool; elsewhere nothing. A 2 is said on purpose: after a tool, or to a prompt. */
function kindOf(event: string): "guard" | "report" | "other" {
  if (
    /^(PreToolUse|BeforeTool|preToolUse|before(Shell|MCP)Execution|pre_(write_code|run_command|mcp_tool_use))$/.test(
      event,
    )
  )
    return "guard";
  return /^(PostToolUse|AfterTool|postToolUse|after|post_|UserPromptSubmit|beforeSubmitPrompt|pre_user)/.test(event)
    ? "report"
    : "other";
}

const endings = {
  guard: `_c=$?; [ $_c -eq 0 ] || [ $_c -eq 2 ] || { echo "${lost}" >&2; _c=2; }; exit $_c`,
  report: "_c=$?; [ $_c -eq 2 ] || _c=0; exit $_c",
  other: "exit 0",
};

const windowsEndings = {
  guard: `if ($LASTEXITCODE -ne 0 -and $LASTEXITCODE -ne 2) { [Console]::Error.WriteLine('${lost}'); exit 2 }; exit $LASTEXITCODE`,
  report: "if ($LASTEXITCODE -ne 2) { exit 0 }; exit 2",
  other: "exit 0",
};

/**
 * What an agent runs for a hook. It must never change: Codex trusts it by its hash. Without the shim the command on the
 * path answers; whatever ends otherwise than with an answer denies, since most agents take a broken hook for consent.
 */
export function commandLine(agent: AgentId, event: string): string {
  const call = `if [ -f "$_w/${shimPath}" ]; then bash -p "$_w/${shimPath}" ${agent} ${event}; else writ hook ${agent} ${event}; fi`;
  return `${climb}; ${call}; ${endings[kindOf(event)]}`;
}

/** The same for Windows, where there may be no bash. */
export function commandLineWindows(agent: AgentId, event: string): string {
  const climbing = `$d=(Get-Location).Path; while ($d -and -not (Test-Path (Join-Path $d '${windowsShimPath}'))) { $d=Split-Path $d }`;
  const call = `if ($d) { & (Join-Path $d '${windowsShimPath}') ${agent} ${event} } else { writ hook ${agent} ${event} }`;
  return `powershell -NoProfile -ExecutionPolicy Bypass -Command "${climbing}; ${call}; ${windowsEndings[kindOf(event)]}"`;
}

/** How an agent starts the MCP server. Without `${}`: Claude Code and Gemini would put values of their own there. */
export function mcpCommand(): { command: string; args: string[] } {
  const climbing = `until [ -f ${shimPath} ] || [ "$(pwd)" = / ]; do cd ..; done`;
  const run = `if [ -f ${shimPath} ]; then exec bash -p ${shimPath} mcp; else exec writ mcp; fi`;
  return { command: "sh", args: ["-c", `${climbing}; ${run}`] };
}
