import { isWiredAgent, type WiredAgent, wirings } from "@writ/adapters/wiring";
import { fail } from "@writ/contracts";
import { defineCommand, text } from "../command.ts";
import type { AgentLook } from "../doctor/agent/index.ts";
import { examine } from "../doctor/examine.ts";
import { printGroups, summaryOf } from "../doctor/report.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "doctor",
  summary: "Is it really on? Checks the setup and each agent, and says what mends it",
  about:
    "Looks whether each agent is wired, trusted and really calls Writ, whether its time-outs are long enough, and whether the way from its hook to Writ works: a harmless call is sent through it, and the MCP server is started and asked. Changes nothing. Ends with exit code 1 when something must be mended.",
  who: "anyone",
  args: {},
  options: { agent: text("ID", "only this agent: claude-code, codex, copilot, gemini …") },
  examples: [
    ["doctor", "each finding with the command that mends it"],
    ["doctor --agent codex", "one agent, and the way to it"],
    ["doctor --json", "the same for programs"],
  ],

  async run({ agent, json }, context) {
    const only = requireAgent(agent);
    const root = await context.findRoot();
    const { groups, agents } = await examine(root, only, context);
    const findings = groups.flatMap((group) => group.findings);
    const isSick = findings.some(({ level }) => level === "error");
    if (json) {
      context.print(JSON.stringify({ ok: !isSick, root, findings, agents: agents.map(toJson) }, null, 2));
      return isSick ? 1 : 0;
    }
    if (root !== null) context.print(`${context.paint.bold(visible(root))}\n`);
    printGroups(groups, context);
    context.print(`\n${summaryOf(findings)}`);
    return isSick ? 1 : 0;
  },
});

function requireAgent(agent: string | undefined): WiredAgent | undefined {
  if (agent === undefined || isWiredAgent(agent)) return agent;
  throw fail("USAGE", {
    message: `There is no agent "${agent}" that can be wired.`,
    fix: `Known: ${Object.keys(wirings).join(", ")}`,
  });
}

function toJson({ agent, title, wired, trusted, firing, mcp, files }: AgentLook) {
  return {
    agent,
    title,
    wired,
    trusted,
    firing: firing.state,
    last_seen: firing.at,
    mcp: mcp.state,
    tools: mcp.tools,
    files: files.map(({ path, purpose, state }) => ({ path, purpose, state })),
  };
}
