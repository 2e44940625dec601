import type { Place } from "./words.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** For PowerShell 5 and later. */
export function powershell(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const items = words.map(({ word, about }) => `@(${quoted(word)}, ${quoted(about === "" ? word : about)})`);
    return `    ${quoted(path)} = @(${items.join(", ")})`;
  });
  return `# PowerShell completion for writ
Register-ArgumentCompleter -Native -CommandName writ -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${cases.join("\n")}
  }
  $path = ''
  foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
    $word = $element.ToString()
    if ($word.StartsWith('-') -or $element.Extent.EndOffset -ge $cursorPosition) { continue }
    $next = "$path $word".Trim()
    if ($places.ContainsKey($next)) { $path = $next }
  }
  $places[$path] | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
    $kind = if ($_[0].StartsWith('-')) { 'ParameterName' } else { 'ParameterValue' }
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], $kind, $_[1])
  }
}`;
}
