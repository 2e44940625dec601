import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDoubled, type Sender, shimPath } from "@writ/adapters";
import type { AgentId } from "@writ/contracts";

/** Where the agents that also read Claude Code's settings have hooks of their own. */
export const ownHooks: Partial<Record<AgentId, readonly string[]>> = {
  copilot: [".github/hooks/writ.json"],
  cursor: [".cursor/hooks.json"],
  droid: [".factory/settings.json", ".factory/hooks.json", ".factory/hooks/hooks.json"],
};

function isWired(project: string, agent: AgentId): boolean {
  return (ownHooks[agent] ?? []).some((file) => {
    try {
      return readFileSync(join(project, file), "utf8").includes(shimPath);
    } catch {
      return false;
    }
  });
}

/** Whether this call comes a second time, through the agent's own hooks: then this hook has nothing to say. */
export function comesTwice({ via, adapter }: Sender, project: string): boolean {
  return isDoubled(via, adapter.agent, (agent) => isWired(project, agent));
}
