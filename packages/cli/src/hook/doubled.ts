import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, isDoubled, type Sender } from "@writ/adapters";
import type { AgentId } from "@writ/contracts";

/** Agents that also read Claude Code's settings: where they have hooks of their own, and what the guard is called there. */
export const ownHooks: Partial<Record<AgentId, { readonly files: readonly string[]; readonly guard: string }>> = {
  copilot: { files: [".github/hooks/writ.json"], guard: "preToolUse" },
  cursor: { files: [".cursor/hooks.json"], guard: "preToolUse" },
  droid: {
    files: [".factory/settings.json", ".factory/hooks.json", ".factory/hooks/hooks.json"],
    guard: "PreToolUse",
  },
};

/** Only a file the agent can read counts, with the guard in it: in doubt a call is judged twice, never not at all. */
function isWired(project: string, agent: AgentId): boolean {
  const { files, guard } = ownHooks[agent] ?? { files: [], guard: "" };
  return files.some((file) => {
    try {
      const settings: unknown = JSON.parse(readFileSync(join(project, file), "utf8"));
      const text = JSON.stringify(settings);
      return text.includes(JSON.stringify(commandLine(agent, guard))) && !text.includes('"disableAllHooks":true');
    } catch {
      return false;
    }
  });
}

/** Whether this call comes a second time, through the agent's own hooks: then this hook has nothing to say. */
export function comesTwice({ via, adapter }: Sender, project: string): boolean {
  return isDoubled(via, adapter.agent, (agent) => isWired(project, agent));
}
