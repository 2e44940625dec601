import type { AgentId } from "@writ/contracts";

/** Where the shim lies, from the root of the repository. Whatever holds this is an entry of Writ's. */
export const shimPath = ".orchestration/writ.sh";
export const windowsShimPath = ".orchestration/writ.ps1";

/** The secret of one installation, from the root: an answer without it counts for nothing. Never tracked. */
export const proofPath = ".orchestration/.state/seal";
/** Where `init` notes that a repository is governed, from git's common folder, so that nothing in the work tree can undo it. */
export const recordPath = "writ/governed";

/** The folder an agent says it works in; several set more than one, and hooks may run in a folder below it. */
const start = `\${CLAUDE_PROJECT_DIR:-$PWD}`;

/**
 * Walks up to the top of the repository and takes the outermost folder with the shim: one that lies further in, in
 * something that was cloned, does not answer for the whole. Gemini puts variables of its own environment into its
 * settings, so the names here are ones nobody has.
 */
const climb = `_d="${start}"; _w="$_d"; while :; do [ -f "$_d/${shimPath}" ] && _w="$_d"; [ -e "$_d/.git" ] || [ "$_d" = "\${_d%/*}" ] && break; _d="\${_d%/*}"; done`;

const lost =
  "Writ could not check this call, so it is denied. A user must run: writ doctor (if that command is missing, install Writ and run: writ init)";

/** Above what the shim takes, below what any agent waits. Codex ends a hook for the end of a session after three seconds. */
const longestAnswer = 16;
const longestGoodbye = 2;

const patienceFor = (event: string): number => (/^[Ss]essionEnd$/.test(event) ? longestGoodbye : longestAnswer);

/**
 * What a hook that ends badly means. Before a tool: a denial, and so it is for an event nobody has thought of. After a
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

/**
 * Runs the shim beside itself and passes its reply on only if it is whole and begins with the proof of this
 * installation: `<proof> <code> <stderr>`, NUL, stdout, NUL. No empty, cut-off or foreign file prints that.
 * The proof is the beginning of the secret, which is read after the reply: where a fresh clone has none, the shim makes
 * it. Run by bash, because only bash can stop waiting without starting another process; the shim is read into a copy of
 * this process, because starting a program takes longer than a decision; and the proof is short, because bash asks the
 * system four things for each byte it waits for. What hangs keeps none of the agent's pipes open but stdin.
 */
function relay(agent: AgentId, event: string): string {
  const shim = `"$1/${shimPath}"`;
  return [
    `export -n LC_ALL; _p=`,
    `[[ -f ${shim} && ! -L ${shim} ]] || exit 1`,
    `exec 3< <(. ${shim} ${agent} ${event} framed 2>/dev/null)`,
    `IFS=" " read -rt ${patienceFor(event)} -d "" _q _c _e <&3 && IFS= read -rt 8 -d "" _r <&3 || { kill -9 $!; exit 1; } 2>/dev/null`,
    `[[ -f $1/${proofPath} ]] && IFS= read -r _p <"$1/${proofPath}"`,
    `[[ \${#_p} -gt 31 && $_q = "\${_p:0:16}" && $_c = [02] ]] || exit 1`,
    `[[ -z $_e ]] || printf "%s\\n" "$_e" >&2`,
    `printf %s "$_r" || exit 2`,
    `exit $_c`,
  ].join("; ");
}

/** A denial in every agent's words at once, with the reason on stderr too: several agents run each other's hooks. */
const denial = ((): string => {
  const nested = `"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}`;
  const flat = `"decision":"deny","reason":"%s","permissionDecision":"deny","permissionDecisionReason":"%s","permission":"deny","user_message":"%s","deny":"%s"`;
  return `_m="${lost}"; printf '{${flat},${nested}}\\n' "$_m" "$_m" "$_m" "$_m" "$_m"; echo "$_m" >&2; exit 2`;
})();

const endings = {
  guard: `case $_c in 0 | 2) exit $_c ;; esac; ${denial}`,
  report: "[ $_c -eq 2 ] || _c=0; exit $_c",
  other: "exit 0",
};

const ask = (agent: AgentId, event: string): string =>
  `unset POSIXLY_CORRECT; _c=0; LC_ALL=C command bash -p -c '${relay(agent, event)}' writ "$_w" || _c=$?`;

/**
 * What an agent runs for a hook. It must never change: Codex trusts it by its hash. So it knows nothing but where the
 * shim and the proof lie; whatever ends otherwise than with a proven answer denies, since most agents take a broken
 * hook for consent.
 */
export function commandLine(agent: AgentId, event: string): string {
  return `${climb}; ${ask(agent, event)}; ${endings[kindOf(event)]}`;
}

/** The variable by which a hook says that it stands in the settings of a user, not in those of a repository. */
export const levelMark = "WRIT_HOOK_LEVEL";

/**
 * The same for settings of one user, which concern every folder: silent where nothing is governed. Where a repository
 * or a folder is on record as governed and its shim is missing, it denies like the other.
 */
export function userCommandLine(agent: AgentId, event: string): string {
  // `_d` is the top of the repository or of the disk. In a linked work tree `.git` is a file.
  const inGit = `_g="$_d/.git"; [ ! -f "$_g" ] || _g=$(cd "$_d" && cd "$(git rev-parse --git-common-dir)" && pwd); [ -f "$_g/${recordPath}" ]`;
  const outside = `_s="\${XDG_STATE_HOME:-$HOME/.local/state}/writ/folders"; _f="$_w"; while :; do [ -f "$_s$_f/governed" ] && break; [ -n "$_f" ] || exit 0; _f="\${_f%/*}"; done`;
  const governed = `[ -f "$_w/${shimPath}" ] || { if [ -e "$_d/.git" ]; then ${inGit} || exit 0; else ${outside}; fi; } 2>/dev/null`;
  return `${climb}; ${governed}; export ${levelMark}=user; ${ask(agent, event)}; ${endings[kindOf(event)]}`;
}

const windowsEndings = {
  guard: `if ($c -eq 0 -or $c -eq 2) { exit $c }; $m='${lost}'; $n=@{hookEventName='PreToolUse';permissionDecision='deny';permissionDecisionReason=$m}; [Console]::Out.WriteLine((ConvertTo-Json -Compress @{decision='deny';reason=$m;permissionDecision='deny';permissionDecisionReason=$m;permission='deny';user_message=$m;deny=$m;hookSpecificOutput=$n})); [Console]::Error.WriteLine($m); exit 2`,
  report: "if ($c -eq 2) { exit 2 }; exit 0",
  other: "exit 0",
};

/** The same rule for agents that hand it to PowerShell: there the shim runs in a thread beside it. */
export function powershellLine(agent: AgentId, event: string): string {
  const climbing = `$d=(Get-Location).Path; while ($d -and -not (Test-Path (Join-Path $d '${windowsShimPath}'))) { $d=Split-Path $d }`;
  const start = `$t=[PowerShell]::Create(); [void]$t.AddCommand((Join-Path $d '${windowsShimPath}')).AddArgument('${agent}').AddArgument('${event}').AddArgument('framed'); $h=$t.BeginInvoke()`;
  const proof = `$p=([string](Get-Content -LiteralPath (Join-Path $d '${proofPath}') -TotalCount 1 -ErrorAction SilentlyContinue))`;
  const read = `$r=-join $t.EndInvoke($h); ${proof}; if ($p.Length -gt 31 -and $r -cmatch ('(?s)^'+$p.Substring(0,16)+' ([02]) ([^\\0]*)\\0(.*)\\0$'))`;
  const pass = `{ [Console]::Out.Write($Matches[3]); if ($Matches[2]) { [Console]::Error.WriteLine($Matches[2]) }; $c=[int]$Matches[1] }`;
  const relayed = `$c=1; if ($d) { ${start}; if ($h.AsyncWaitHandle.WaitOne(${patienceFor(event)}000)) { ${read} ${pass} } }`;
  return `${climbing}; ${relayed}; ${windowsEndings[kindOf(event)]}`;
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
