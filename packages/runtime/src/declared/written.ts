import { readFileSync } from "node:fs";
import { isRecord, isStrings, loadYamlFile } from "@writ/stores";

/** `command` of a hook file as its author wrote it: one text, or a list; `otherwise` where the file says neither. */
export async function writtenIn(path: string, otherwise: readonly string[]): Promise<string | readonly string[]> {
  const { parseYamlFile } = await loadYamlFile();
  try {
    const value: unknown = parseYamlFile(readFileSync(path)).document?.toJS({ maxAliasCount: 50 });
    const command = isRecord(value) && isRecord(value.handler) ? value.handler.command : null;
    return typeof command === "string" || isStrings(command) ? command : otherwise;
  } catch {
    // It was read a moment ago: whoever asks again gets what is wrong with it as a finding.
    return otherwise;
  }
}
