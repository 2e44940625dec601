import { mostEntries } from "../markup/values.ts";
import { parseAgentTriggers } from "./agent-triggers.ts";
import { parseAgentsFile } from "./agents-file.ts";
import type { Described } from "./description.ts";
import { parseRegistry } from "./registry.ts";
import { parseSkill } from "./skill.ts";
import { parseSkillRules } from "./skill-rules.ts";
import { parseAbilityTables } from "./table.ts";
import { type AbilityFile, abilityFileOf } from "./which-file.ts";

const readers: Record<AbilityFile, (text: string, file: string) => Described> = {
  high: (text, file) => parseRegistry(text, file, "high"),
  low: (text, file) => parseRegistry(text, file, "low"),
  table: parseAbilityTables,
  skill: (text, file) => parseSkill(text, file, "skill"),
  agent: (text, file) => parseSkill(text, file, "agent"),
  rules: parseSkillRules,
  triggers: parseAgentTriggers,
  "agents-file": parseAgentsFile,
};

/** Reads one file that describes abilities, whatever it is. Never throws. */
export function parseAbilityFile(text: string, file: string): Described {
  const which = abilityFileOf(file);
  if (which === null) return { descriptions: [], findings: [] };
  const { descriptions, findings } = readers[which](text, file);
  if (descriptions.length <= mostEntries) return { descriptions, findings: findings.slice(0, mostEntries) };
  const message = `it describes more than ${mostEntries} abilities; the others are left out.`;
  return {
    descriptions: descriptions.slice(0, mostEntries),
    findings: [{ file, line: 0, severity: "error", message }, ...findings.slice(0, mostEntries)],
  };
}
