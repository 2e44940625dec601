import { isRecord } from "../markup/parsed.ts";
import { mostEntries, textOf, textsOf } from "../markup/values.ts";
import { parseYamlText } from "../markup/yaml-text.ts";
import { type Described, describe } from "./description.ts";
import { toPriority } from "./priority.ts";

/** Reads an `agent-triggers.yaml`: words that call for documents to be loaded. */
export function parseAgentTriggers(text: string, file: string): Described {
  const { parts, faults } = parseYamlText(text);
  const findings = faults.map((fault) => ({ file, ...fault }));
  const descriptions = parts.flatMap((part) => {
    const triggers = isRecord(part.value) && isRecord(part.value.triggers) ? part.value.triggers : {};
    return Object.entries(triggers)
      .slice(0, mostEntries + 1)
      .flatMap(([id, trigger]) => {
        if (!isRecord(trigger)) return [];
        const prompts = isRecord(trigger.prompt_triggers) ? trigger.prompt_triggers : {};
        const documents = listed(trigger.load_documents);
        const loads = documents.length === 0 ? null : `Loads ${documents.join(", ")}`.slice(0, 500);
        return describe({
          id,
          level: "high",
          origin: "triggers",
          file,
          line: part.lineOf(["triggers", id]),
          kind: "skill",
          summary: textOf(trigger.description) ?? loads,
          keywords: textsOf(prompts.keywords),
          patterns: textsOf(prompts.intent_patterns ?? prompts.patterns),
          priority: toPriority(trigger.priority),
          documents,
        });
      });
  });
  return { descriptions, findings };
}

function listed(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 200).flatMap((item) => textsOf(isRecord(item) ? item.path : item));
}
