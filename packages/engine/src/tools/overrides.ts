import type { ToolRule } from "@writ/contracts";
import { type EffectsReader, fileChanges } from "./changes.ts";
import { safeTool, type Tool } from "./tool.ts";

/**
 * The tool as the config wants it. A rule makes an unknown tool known; what the table knows to change files or to
 * run commands stays that. `ask` and `deny` are verdicts, so the policies see to them.
 */
export function overridden(tool: Tool, rule: ToolRule | null): Tool {
  if (rule === "changes" && (tool.kind === "opaque" || tool.kind === "safe")) {
    return { name: tool.name, kind: "changes", effects: whateverItNames };
  }
  return rule === "safe" && tool.kind === "opaque" ? safeTool(tool.name) : tool;
}

/** An unknown tool may change files without naming them where we look; then a person is asked. */
const whateverItNames: EffectsReader = (input) => {
  const read = fileChanges()(input);
  return "invalid" in read ? { effects: [{ op: "modify", path: null, certainty: "opaque" }] } : read;
};
