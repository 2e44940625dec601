# How an agent's hook reaches Writ on Windows: hands the payload to the command and passes its answer on. Where it cannot
# be had, what changes something is denied and what only reads goes on.
# Written by `writ init`, the same for every agent; `writ uninstall` takes it out. Run as: writ.ps1 <agent> <event> framed
param([string]$Agent, [string]$Event, [string]$Framed)

$root = Split-Path -Parent (Split-Path -Parent $MyInvocation.MyCommand.Path)
$utf8 = New-Object System.Text.UTF8Encoding $false

# The secret of this installation, made where a fresh clone has none: the hook line takes no answer without it.
function Open-Seal {
  $file = Join-Path $root '.orchestration/.state/seal'
  $seal = [string](Get-Content -LiteralPath $file -TotalCount 1 -ErrorAction SilentlyContinue)
  if ($seal.Length -ne 48 -and (Test-Path -LiteralPath (Split-Path $file))) {
    $bytes = New-Object byte[] 24
    [System.Security.Cryptography.RandomNumberGenerator]::Create().GetBytes($bytes)
    $seal = -join ($bytes | ForEach-Object { $_.ToString('x2') })
    [System.IO.File]::WriteAllText($file, "$seal`n")
  }
  return $seal
}

# Answers with an exit code, what goes to stderr, and what goes to stdout; then leaves. In the frame that the hook line
# knows, or as agents read it themselves.
function Send-Reply([int]$code, [string]$message, [string]$text) {
  if ($Framed) {
    $seal = Open-Seal
    if ($seal.Length -eq 48) { $script:reply = '{0} {1} {2}' -f $seal.Substring(0, 16), $code, ($message -replace '\s*[\r\n]+\s*', ' ') + "`0" + $text + "`0" }
  } else {
    [Console]::Out.Write($text)
    if ($message) { [Console]::Error.WriteLine($message) }
    exit $code
  }
}

# Where Writ is: as `init` wrote it down, else on the path, else in the repository.
function Find-Writ {
  $node = $null; $script = $null
  $record = Join-Path $root '.orchestration/.state/command'
  if (Test-Path -LiteralPath $record) { $node, $script = Get-Content -LiteralPath $record -Encoding UTF8 -TotalCount 2 }
  if (-not $script -or -not (Test-Path -LiteralPath $script)) {
    $script = Join-Path $root 'node_modules/writ/bin/writ.cjs'
    $found = Get-Command writ -ErrorAction SilentlyContinue
    if ($found) { $script = Join-Path (Split-Path $found.Source) 'node_modules/writ/bin/writ.cjs' }
  }
  if (-not $node -or -not (Test-Path -LiteralPath $node)) { $node = (Get-Command node -ErrorAction SilentlyContinue).Source }
  if ($node -and (Test-Path -LiteralPath $script)) { return @($node, $script) }
  return $null
}

# An event nobody has thought of is taken for one before a tool.
$isGuard = $Event -cnotmatch '^(Session|session|Stop$|stop$|agentStop$|AfterAgent$|UserPrompt|userPrompt|BeforeAgent$|PostTool|postTool|AfterTool$|after|post_|beforeSubmitPrompt$|pre_user_prompt$|pre_read_code$|tool\.after$|tool\.failed$|turn\.end$|prompt\.submit$)'

function Send-Denial([string]$reason, [string]$payload) {
  if (-not $isGuard) { Send-Reply 0 '' ''; return }
  $key = if ($Event -ceq 'tool.before') { 'tool' } elseif ("$Agent.$Event" -ceq 'copilot.preToolUse') { 'toolName' } else { 'tool_name' }
  if ($Event -cmatch '^(before(Shell|MCP)Execution|pre_)') { $payload = '' }
  $names = [regex]::Matches($payload, "`"$key`"\s*:\s*`"([^`"]*)`"")
  $reads = 'Read', 'Grep', 'Glob', 'LS', 'NotebookRead', 'read', 'grep', 'glob', 'list', 'ls', 'view', 'read_file', 'read_files', 'read_many_files', 'list_directory', 'list_dir', 'list_files', 'grep_search', 'search_file_content', 'file_search', 'fs_read'
  if ($names.Count -eq 1 -and $reads -ccontains $names[0].Groups[1].Value) { Send-Reply 0 '' "{}`n"; return }
  $nested = @{ hookEventName = 'PreToolUse'; permissionDecision = 'deny'; permissionDecisionReason = $reason }
  $answer = @{ decision = 'deny'; reason = $reason; permissionDecision = 'deny'; permissionDecisionReason = $reason; permission = 'deny'; user_message = $reason; deny = $reason; hookSpecificOutput = $nested }
  Send-Reply 2 $reason ((ConvertTo-Json $answer -Compress) + "`n")
}

$found = Find-Writ
if ($Agent -eq 'mcp') {
  if (-not $found) { [Console]::Error.WriteLine('Writ is not installed here: install it from where your team has it, then run: writ init'); exit 1 }
  & $found[0] $found[1] mcp --project $root
  exit $LASTEXITCODE
}

# Asks the command, and answers in half the time agents give: most take a late hook for consent.
function Invoke-Writ {
  $reader = New-Object System.IO.StreamReader ([Console]::OpenStandardInput()), $utf8
  $payload = $reader.ReadToEnd()
  if (-not $found) {
    Send-Denial 'This repository is guarded by Writ, which is not installed here (or Node.js is missing), so nothing may be changed. A user must install Node.js, and Writ from where the team has it, then run: writ init' $payload
    return
  }
  $broken = 'Writ broke while checking this call, so it is denied. To find out why, a user must run: writ doctor'
  $start = New-Object System.Diagnostics.ProcessStartInfo
  $start.FileName = $found[0]
  $start.Arguments = '"{0}" hook {1} {2} --project "{3}"' -f $found[1], $Agent, $Event, $root
  $start.UseShellExecute = $false
  $start.RedirectStandardInput = $true
  $start.RedirectStandardOutput = $true
  $start.RedirectStandardError = $true
  $start.StandardOutputEncoding = $utf8
  $start.StandardErrorEncoding = $utf8
  try {
    $process = [System.Diagnostics.Process]::Start($start)
    $out = $process.StandardOutput.ReadToEndAsync()
    $err = $process.StandardError.ReadToEndAsync()
    $bytes = $utf8.GetBytes($payload)
    $process.StandardInput.BaseStream.Write($bytes, 0, $bytes.Length)
    $process.StandardInput.Close()
    if (-not $process.WaitForExit(14000)) {
      $process.Kill()
      Send-Denial 'Writ did not answer in time, so this call is denied. Repeat it; if it stays so, a user must run: writ doctor' $payload
      return
    }
  } catch {
    Send-Denial $broken $payload
    return
  }
  if ($process.ExitCode -ne 0 -and $process.ExitCode -ne 2) { Send-Denial $broken $payload; return }
  Send-Reply $process.ExitCode $err.Result.TrimEnd() $out.Result
}

$reply = ''
Invoke-Writ
# What the hook line takes from the thread this runs in.
$reply
