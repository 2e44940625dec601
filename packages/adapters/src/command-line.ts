import type { AgentId } from "@writ/contracts";

/** Where the shim lies, from the root of the repository. Whatever holds this is an entry of Writ's. */
export const shimPath = ".orchestration/writ.sh";
export const windowsShimPath = ".orchestration/writ.ps1";

/** The folder an agent says it works in; several set more than one, and hooks may run in a folder below it. */
const start = `\${CLAUDE_PROJECT_DIR:-$PWD}`;

/**
 * Walks up to the top of the repository and takes the outermost folder with the shim: one that lies further in, in
 * something that was cloned, does not answer for the whole. Gemini puts variables of its own environment into its
 * settings, so the names here are ones nobody has.
 */
const climb = `_d="${start}"; _w="$_d"; while :; do [ -f "$_d/${shimPath}" ] && _w="$_d"; [ -e "$_d/.git" ] || [ "$_d" = "\${_d%/*}" ] && break; _d="\${_d%/*}"; done`;

const lost =
  "Writ could not check this call, so it is refused. To mend it: writ doctor (where there is no such command, install Writ from where your team has it; then: writ init)";

/**
 * What a hook that ends badly means. Before a tool: a refusal, and so it is for an event nobody has thought of. After a
 * tool, and for a prompt: a 2 is said on purpose, anything else is not held against the person. Elsewhere: nothing.
 */
function kindOf(event: string): "guard" | "report" | "other" {
  if (
    /^(PostToolUse|AfterTool|postToolUse|after|post_|UserPrompt|userPrompt|BeforeAgent|beforeSubmit|pre_user)/.test(
      event,
    )
  )
    return "report";
  return /^(Session|session|Stop$|stop$|agentStop$|AfterAgent$|pre_read_code$)/.test(event) ? "other" : "guard";
}

const refused = (last: string): string => `{ ${last}echo "${lost}" >&2; _c=2; }`;

function endingFor(agent: AgentId, event: string): string {
  // Copilot's model is told what stands in the answer, not what stands on stderr.
  const answer = `echo '{"permissionDecision":"deny","permissionDecisionReason":"${lost}"}'; `;
  switch (kindOf(event)) {
    case "guard":
      return `_c=$?; [ $_c -eq 0 ] || [ $_c -eq 2 ] || ${refused(agent === "copilot" ? answer : "")}; exit $_c`;
    case "report":
      return "_c=$?; [ $_c -eq 2 ] || _c=0; exit $_c";
    case "other":
      return "exit 0";
  }
}

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
  const shim = `if [ -f "$_w/${shimPath}" ]; then command bash -p "$_w/${shimPath}" ${agent} ${event}`;
  const call = `${shim}; elif command -v writ >/dev/null; then writ hook ${agent} ${event}; else false; fi`;
  return `${climb}; ${call}; ${endingFor(agent, event)}`;
}

/** The same for agents that hand it to PowerShell. */
export function powershellLine(agent: AgentId, event: string): string {
  const climbing = `$d=(Get-Location).Path; while ($d -and -not (Test-Path (Join-Path $d '${windowsShimPath}'))) { $d=Split-Path $d }`;
  const call = `if ($d) { & (Join-Path $d '${windowsShimPath}') ${agent} ${event} } else { writ hook ${agent} ${event} }`;
  return `${climbing}; ${call}; ${windowsEndings[kindOf(event)]}`;
}

/** The same for agents on Windows that hand it to the system's own shell. */
export function commandLineWindows(agent: AgentId, event: string): string {
  return `powershell -NoProfile -ExecutionPolicy Bypass -Command "${powershellLine(agent, event)}"`;
}

/** How an agent starts the MCP server. Without `${}`: Claude Code and Gemini would put values of their own there. */
export function mcpCommand(): { command: string; args: string[] } {
  const climbing = `_w=; while :; do [ -f ${shimPath} ] && _w="$(pwd)"; [ -e .git ] || [ "$(pwd)" = / ] && break; cd ..; done; cd "$_w"`;
  const run = `if [ -f ${shimPath} ]; then exec bash -p ${shimPath} mcp; else exec writ mcp; fi`;
  return { command: "sh", args: ["-c", `${climbing}; ${run}`] };
}
