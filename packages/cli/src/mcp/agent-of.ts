import type { AgentId, SessionRef } from "@writ/contracts";

/** How agents name themselves to an MCP server, in lower case; the first that fits counts. */
const names: readonly (readonly [RegExp, AgentId])[] = [
  [/^claude-code/, "claude-code"],
  [/codex/, "codex"],
  [/copilot|^visual studio code/, "copilot"],
  [/gemini/, "gemini"],
  [/opencode/, "opencode"],
  [/^kilo/, "kilo"],
  [/^cursor/, "cursor"],
  [/qwen/, "qwen"],
  [/^(droid|factory)/, "droid"],
  [/^roo/, "roo"],
  [/^cline/, "cline"],
  [/^(windsurf|cascade|codeium|devin)/, "windsurf"],
  [/^(kiro|q[- ]dev)/, "kiro"],
  [/^amp\b/, "amp"],
];

/** The agent behind the name it gives; `mcp` when it is none we know. */
export function agentOf(client: string | undefined): SessionRef["agent"] {
  const name = (client ?? "").trim().toLowerCase();
  return names.find(([pattern]) => pattern.test(name))?.[1] ?? "mcp";
}
