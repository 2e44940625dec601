import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, isDoubled, type Sender, userCommandLine } from "@writ/adapters";
import type { AgentId } from "@writ/contracts";
import { homeFolder } from "@writ/runtime";
import { levelOf } from "./turn-taking.ts";

type Marks = Readonly<Record<string, string>>;

/** Agents that also read Claude Code's settings: where they have hooks of their own, and what the guard is called there. */
export const ownHooks: Partial<Record<AgentId, { readonly files: readonly string[]; readonly guard: string }>> = {
  copilot: { files: [".github/hooks/writ.json"], guard: "preToolUse" },
  cursor: { files: [".cursor/hooks.json"], guard: "preToolUse" },
  droid: {
    files: [".factory/settings.json", ".factory/hooks.json", ".factory/hooks/hooks.json"],
    guard: "PreToolUse",
  },
};

/** Where those agents have hooks in the settings of their user. */
function ownUserHooks(agent: AgentId, { HOME: home = homeFolder(), COPILOT_HOME }: Marks): string[] {
  const files: Partial<Record<AgentId, readonly string[]>> = {
    copilot: [join(COPILOT_HOME ?? join(home, ".copilot"), "hooks/writ.json")],
    cursor: [join(home, ".cursor/hooks.json")],
    droid: (ownHooks.droid?.files ?? []).map((file) => join(home, file)),
  };
  return [...(files[agent] ?? [])];
}

/** Only a file the agent can read counts, with the guard in it: in doubt a call is judged twice, never not at all. */
function holds(file: string, line: string): boolean {
  try {
    const settings: unknown = JSON.parse(readFileSync(file, "utf8"));
    const text = JSON.stringify(settings);
    return text.includes(JSON.stringify(line)) && !text.includes('"disableAllHooks":true');
  } catch {
    return false;
  }
}

/**
 * Whether this call comes a second time, through the agent's own hooks: then this hook has nothing to say. Hooks of a
 * repository run only where the agent was started at its top, so they silence no hook of a user.
 */
export function comesTwice({ via, adapter }: Sender, project: string, marks: Marks = {}): boolean {
  return isDoubled(via, adapter.agent, (agent) => {
    const { files, guard } = ownHooks[agent] ?? { files: [], guard: "" };
    const isWired =
      levelOf(marks) === "project" && files.some((file) => holds(join(project, file), commandLine(agent, guard)));
    return isWired || ownUserHooks(agent, marks).some((file) => holds(file, userCommandLine(agent, guard)));
  });
}
