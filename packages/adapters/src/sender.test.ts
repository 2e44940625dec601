import type { AgentId } from "@writ/contracts";
import { agentIds } from "@writ/contracts";
import { anEvent, aSaid, payloadsOf, refusalForModel } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { devin } from "./claude-code/index.ts";
import { adapterFor, adapters, isDoubled } from "./index.ts";

const claude = payloadsOf("claude-code");
const copilots = payloadsOf("copilot");
const cursors = payloadsOf("cursor");
const droids = payloadsOf("droid");
const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/ws" };

describe("who sent it, when it came through the hooks of Claude Code", () => {
  it.each<[string, unknown, Record<string, string>, AgentId]>([
    ["Claude Code", claude("PreToolUse"), { CLAUDECODE: "1" }, "claude-code"],
    ["Claude Code, without marks", claude("SessionStart"), {}, "claude-code"],
    ["Claude Code, started by Copilot", claude("PreToolUse"), { CLAUDECODE: "1", COPILOT_CLI: "1" }, "claude-code"],
    ["Claude Code, started by Droid", claude("PreToolUse"), { DROID_PROJECT_DIR: "/ws" }, "claude-code"],
    ["Claude Code with a clock", { ...claude("PreToolUse"), timestamp: "now" }, {}, "claude-code"],
    ["Copilot", copilots("via-claude-settings.PreToolUse"), { COPILOT_CLI: "1" }, "copilot"],
    ["Copilot, without marks", copilots("via-claude-settings.PostToolUse.shell"), {}, "copilot"],
    ["Copilot's session", copilots("via-claude-settings.SessionStart"), {}, "copilot"],
    ["Copilot, started by Claude Code", copilots("via-claude-settings.PreToolUse"), { CLAUDECODE: "1" }, "copilot"],
    ["VS Code", copilots("vs-code.PreToolUse.docs"), {}, "copilot"],
    ["VS Code, older", copilots("vs-code.PreToolUse.older.src"), {}, "copilot"],
    ["Cursor", cursors("preToolUse.pkg"), {}, "cursor"],
    ["Cursor's session", cursors("sessionStart.pkg"), { CURSOR_VERSION: "1" }, "cursor"],
    ["Droid", droids("PreToolUse.docs"), { DROID_PROJECT_DIR: "/ws" }, "droid"],
    ["Droid's session", droids("SessionStart.docs"), { FACTORY_PROJECT_DIR: "/ws" }, "droid"],
    ["something of Copilot's", undefined, { COPILOT_CLI: "1" }, "copilot"],
    ["something of Cursor's", "cut off", { CURSOR_VERSION: "1" }, "cursor"],
    ["something of Droid's", [], { DROID_PROJECT_DIR: "/ws" }, "droid"],
    ["something", null, {}, "claude-code"],
  ])("%s", (_, payload, marks, agent) => {
    const { adapter, via } = adapterFor("claude-code", payload, marks);
    expect(via).toBe("claude-code");
    expect(adapter).toBe(adapters[agent]);
  });

  it("Devin CLI, which has no id here: by Claude Code's name, in its own words", () => {
    const { adapter } = adapterFor("claude-code", claude("devin.PreToolUse.docs"), { DEVIN_PROJECT_DIR: "/ws" });
    expect(adapter).toBe(devin);
    expect(adapter.agent).toBe("claude-code");
  });
});

describe("who sent it, when it came through an agent's own hooks", () => {
  it.each(Object.keys(adapters))("%s, whatever the marks say", (agent) => {
    const via = agentIds.find((id) => id === agent) ?? "roo";
    const marks = { COPILOT_CLI: "1", CURSOR_VERSION: "1", DROID_PROJECT_DIR: "/", CLAUDECODE: "1" };
    if (agent === "claude-code") return;
    expect(adapterFor(via, {}, marks)).toEqual({ adapter: adapters[agent], via });
    expect(adapterFor(via, "cut off", marks)).toEqual({ adapter: adapters[agent], via });
  });

  it("VS Code runs the file of Copilot", () => {
    expect(adapterFor("copilot", copilots("vs-code.PreToolUse.docs")).adapter).toBe(adapters.copilot);
  });
});

describe("what cannot be placed is refused", () => {
  const gemini = payloadsOf("gemini");
  const windsurfs = payloadsOf("windsurf");
  it.each<[AgentId, unknown]>([
    ["claude-code", gemini("BeforeTool")],
    ["codex", gemini("BeforeTool")],
    ["codex", cursors("preToolUse.pkg")],
    ["gemini", claude("PreToolUse")],
    ["gemini", cursors("beforeMCPExecution.pkg")],
    ["cursor", claude("PreToolUse")],
    ["windsurf", claude("PreToolUse")],
    ["kiro", windsurfs("pre_write_code.docs")],
    ["copilot", windsurfs("pre_run_command.docs")],
    ["roo", claude("PreToolUse")],
  ])("through %s: %#", (via, payload) => {
    const { adapter } = adapterFor(via, payload);
    const event = adapter.toEvent(payload, { ...stamp, event: "SessionStart" });
    expect(event).toMatchObject({ name: "tool.before", request: { invalid: expect.stringMatching(/\w/) } });
    const { stdout, stderr, exitCode } = adapter.toReply(anEvent(), aSaid("deny"));
    expect([stderr, exitCode]).toEqual([`${refusalForModel}\n`, 2]);
    expect(JSON.parse(stdout)).toMatchObject({
      decision: "deny",
      reason: refusalForModel,
      permissionDecision: "deny",
      permission: "deny",
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    // In a project that only observes.
    expect(adapter.toReply(anEvent(), aSaid("pass"))).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  it("but events nobody decides anything about are let be", () => {
    expect(adapterFor("claude-code", { hook_event_name: "Notification" }).adapter).toBe(adapters["claude-code"]);
    expect(adapterFor("claude-code", { hook_event_name: "AfterAgent" }).adapter).toBe(adapters["claude-code"]);
  });
});

describe("a call that comes twice", () => {
  const wired =
    (...agents: AgentId[]) =>
    (agent: AgentId) =>
      agents.includes(agent);
  it.each<[AgentId, AgentId, AgentId[], boolean]>([
    ["claude-code", "copilot", ["claude-code", "copilot"], true],
    ["claude-code", "cursor", ["cursor"], true],
    ["claude-code", "copilot", ["claude-code"], false],
    ["claude-code", "claude-code", ["claude-code", "copilot"], false],
    ["copilot", "copilot", ["claude-code", "copilot"], false],
  ])("through %s, from %s, with hooks of %j: %s", (via, agent, agents, expected) => {
    expect(isDoubled(via, agent, wired(...agents))).toBe(expected);
  });
});
