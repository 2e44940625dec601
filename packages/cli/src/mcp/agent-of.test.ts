import { describe, expect, it } from "vitest";
import { agentOf } from "./agent-of.ts";
import { isOwnSession, sessionIdFrom } from "./session-id.ts";

it.each([
  ["claude-code", "claude-code"],
  ["claude-ai", "mcp"],
  ["codex-mcp-client", "codex"],
  ["gemini-cli-mcp-client", "gemini"],
  ["qwen-cli-mcp-client-writ", "qwen"],
  ["github-copilot-developer", "copilot"],
  ["Visual Studio Code", "copilot"],
  ["opencode", "opencode"],
  ["Kilo Code", "kilo"],
  ["cursor-vscode", "cursor"],
  ["Roo Code", "roo"],
  ["Cline", "cline"],
  ["windsurf-client", "windsurf"],
  ["amp-mcp-client", "amp"],
  ["amplifier", "mcp"],
  ["", "mcp"],
  [undefined, "mcp"],
])("%j is %s", (client, agent) => {
  expect(agentOf(client)).toBe(agent);
});

describe("the session", () => {
  it.each([
    [{ CLAUDE_CODE_SESSION_ID: "a" }, "a"],
    [{ COPILOT_AGENT_SESSION_ID: " b " }, "b"],
    [{ CLAUDE_CODE_SESSION_ID: "", QWEN_CODE_SESSION_ID: "c" }, "c"],
    [{ CLAUDE_CODE_SESSION_ID: "x".repeat(201) }, "mcp-u"],
    [{}, "mcp-u"],
  ])("of %j is %s", (env, id) => {
    expect(sessionIdFrom(env, () => "u")).toBe(id);
    expect(isOwnSession(id)).toBe(id === "mcp-u");
  });
});
