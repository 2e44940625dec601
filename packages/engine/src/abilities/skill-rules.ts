import { parseJsonText } from "../markup/json-text.ts";
import { isRecord } from "../markup/parsed.ts";
import { mostEntries, textOf, textsOf } from "../markup/values.ts";
import { type Described, describe } from "./description.ts";
import { toPriority } from "./priority.ts";

/** Reads a `skill-rules.json`: words and patterns that speak for a skill. */
export function parseSkillRules(text: string, file: string): Described {
  const { parts, faults } = parseJsonText(text);
  const findings = faults.map((fault) => ({ file, ...fault }));
  const part = parts[0];
  const skills = isRecord(part?.value) ? part.value.skills : undefined;
  if (part === undefined) return { descriptions: [], findings };
  if (!isRecord(skills)) {
    const message = 'it has no "skills", so its rules are not used.';
    return { descriptions: [], findings: [...findings, { file, line: 1, severity: "warning", message }] };
  }
  const descriptions = Object.entries(skills)
    .slice(0, mostEntries + 1)
    .flatMap(([id, rule]) => {
      if (!isRecord(rule)) return [];
      const triggers = isRecord(rule.promptTriggers) ? rule.promptTriggers : {};
      return describe({
        id,
        level: "high",
        origin: "rules",
        file,
        line: part.lineOf(["skills", id]),
        kind: "skill",
        summary: textOf(rule.description),
        keywords: textsOf(triggers.keywords),
        patterns: textsOf(triggers.intentPatterns),
        priority: toPriority(rule.priority),
      });
    });
  return { descriptions, findings };
}
