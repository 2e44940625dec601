/** The kinds of files that describe abilities. */
export type AbilityFile = "high" | "low" | "table" | "skill" | "agent" | "rules" | "triggers" | "agents-file";

/** Folders agents keep their skills in, beside the root's own. */
export const agentFolders = [
  ".agent",
  ".agents",
  ".claude",
  ".cline",
  ".codex",
  ".cursor",
  ".factory",
  ".gemini",
  ".github",
  ".kilocode",
  ".kiro",
  ".opencode",
  ".qwen",
  ".roo",
  ".windsurf",
] as const;

const agents = agentFolders.map((name) => name.replace(".", "\\.")).join("|");
const patterns: readonly (readonly [RegExp, AbilityFile])[] = [
  [/(^|\/)\.system\/registry\/high-level\/[^/]+\.ya?ml$/i, "high"],
  [/(^|\/)\.system\/registry\/low-level\/[^/]+\.ya?ml$/i, "low"],
  [/(^|\/)ability\.md$/i, "table"],
  [new RegExp(`(^|/)(${agents})/skills?/([^/]+/){1,2}skill\\.md$`, "i"), "skill"],
  [/^skills\/([^/]+\/){1,2}skill\.md$/i, "skill"],
  [new RegExp(`(^|/)(${agents})/agents?/(?!readme\\.md$)[^/]+\\.md$`, "i"), "agent"],
  [new RegExp(`(^|/)(${agents})/skills?/skill-rules\\.json$`, "i"), "rules"],
  [/(^|\/)agent-triggers\.ya?ml$/i, "triggers"],
  [/^agents\.md$/i, "agents-file"],
];

/** What a file, named from the root, says about abilities; `null` for all others. */
export function abilityFileOf(path: string): AbilityFile | null {
  return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
