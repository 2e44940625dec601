import { risky, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";

const names = `claude codex gemini opencode copilot aider cursor-agent qwen droid cline windsurf kiro amp pi roo kilo goose
  crush llm ollama interpreter sgpt`;

/** An agent started by an agent has hooks of its own, or none. */
export const agents: Family = {
  programs: names,
  entries: () =>
    several("", names, (name) =>
      risky(name, "starts another agent, which may not ask here", {
        asks: "reads",
        yes: [`${name} x`, name],
        no: [`echo '${name} x'`, `${name} --version`],
      }),
    ),
};
