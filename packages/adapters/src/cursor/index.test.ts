import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { cursor } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("cursor");
const read = (name: string, over: object = {}) => cursor.toEvent({ ...fixture(name), ...over }, stamp);

describeAdapter(cursor, "preToolUse");

describe("what Cursor sends", () => {
  it.each([
    ["sessionStart.pkg", { name: "session.start" }],
    ["beforeSubmitPrompt.pkg", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["preToolUse.pkg", { name: "tool.before", request: { tool: "Write", callId: "tool_0a1b2c3d" } }],
    ["preToolUse.delete.pkg", { name: "tool.before", request: { tool: "Delete" } }],
    ["preToolUse.mcp.pkg", { name: "tool.before", request: { tool: "MCP:select_active_intent" } }],
    ["postToolUse.pkg", { name: "tool.after", outcome: { status: "ok", durationMs: 12 } }],
    ["postToolUse.failed-command.pkg", { name: "tool.after", outcome: { status: "failed" } }],
    ["postToolUseFailure.pkg", { name: "tool.failed", outcome: { status: "failed" } }],
    // A call that was refused fails like any other.
    ["postToolUseFailure.denied.pkg", { name: "tool.failed", outcome: { status: "blocked" } }],
    ["stop.pkg", { name: "turn.end" }],
    ["sessionEnd.pkg", { name: "session.end" }],
  ])("%s", (name, expected) => {
    const event = read(name);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({
      id: "c0ffee00-0000-4000-8000-000000000003",
      agent: "cursor",
      model: "claude-4.5-sonnet-thinking",
    });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("runs a command where it says", () => {
    expect(read("preToolUse.shell.pkg")).toMatchObject({ cwd: "/ws/sub", request: { tool: "Shell" } });
  });

  it("tells who started a subagent", () => {
    expect(read("preToolUse.subagent.pkg")?.session.parent).toBe("aaaaaaaa-0000-4000-8000-000000000005");
  });

  it("speaks of one command before and after it ran", () => {
    const before = read("beforeShellExecution.pkg");
    expect(before).toMatchObject({ name: "tool.before", cwd: "/ws/sub" });
    expect(before?.request).toEqual({ tool: "Shell", input: { command: "echo shell-ran > shell.txt" }, callId: null });
    expect(read("afterShellExecution.pkg")).toMatchObject({ name: "tool.after", request: before?.request });
    expect(read("beforeShellExecution.pkg", { command: 3 })?.request?.invalid).toMatch(/command/);
  });

  it("names the MCP server in the events of MCP, and gives its arguments as text", () => {
    const request = { tool: "mcp__writ__select_active_intent", input: { intent_id: "INT-001" }, callId: null };
    expect(read("beforeMCPExecution.pkg")).toMatchObject({ name: "tool.before", request });
    expect(read("afterMCPExecution.pkg")).toMatchObject({ name: "tool.after", request, outcome: { status: "ok" } });
    expect(read("beforeMCPExecution.foreign.pkg")?.request?.tool).toBe("mcp__evil__select_active_intent");
    expect(read("beforeMCPExecution.pkg", { mcp_server_name: undefined })?.request?.invalid).toMatch(/server/);
    expect(read("beforeMCPExecution.pkg", { tool_input: "{" })?.request?.invalid).toMatch(/not an object/);
    expect(read("afterMCPExecution.pkg", { result_json: '{"isError":true}' })?.outcome?.status).toBe("failed");
  });

  it("runs the hooks of Claude Code too, and says so nowhere but in its payload", () => {
    const without = (event: string, payload: unknown = {}) => cursor.toEvent(payload, { ...stamp, event })?.name;
    expect(without("PreToolUse")).toBe("tool.before");
    expect(without("SessionStart")).toBe("session.start");
    expect(without("Stop", "cut off")).toBeUndefined();
    expect(cursor.toEvent({ hook_event_name: "PreToolUse" }, stamp)).toBeNull();
  });

  it("sends other steps that are nobody's business here", () => {
    for (const hook_event_name of ["beforeReadFile", "afterFileEdit", "subagentStart", "workspaceOpen"]) {
      expect(read("preToolUse.pkg", { hook_event_name })).toBeNull();
    }
  });
});

const denied = { permission: "deny", user_message: refusalForModel, agent_message: refusalForModel };

describe("what Cursor is told, always as an object", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object]>([
    ["tool.before", "pass", undefined, {}],
    ["tool.before", "pass", "C", { additional_context: "C" }],
    ["tool.before", "allow", undefined, { permission: "allow" }],
    ["tool.before", "deny", undefined, denied],
    ["tool.before", "deny", "C", { ...denied, additional_context: "C" }],
    ["tool.before", "ask", undefined, denied],
    ["prompt.submit", "pass", undefined, {}],
    ["prompt.submit", "pass", "C", { additional_context: "C" }],
    ["prompt.submit", "deny", undefined, { continue: false, user_message: refusalForPerson }],
    ["session.start", "pass", "C", { additional_context: "C" }],
    ["tool.after", "pass", undefined, {}],
    ["tool.after", "pass", "C", { additional_context: "C" }],
    ["tool.failed", "pass", "C", { additional_context: "C" }],
    ["turn.end", "deny", "C", {}],
    ["session.end", "pass", "C", {}],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = cursor.toReply(anEvent({ name, attended: true }), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(JSON.parse(reply.stdout)).toEqual(expected);
  });

  it("drops context of more than 10,000 characters, so it never gets that much", () => {
    const { stdout } = cursor.toReply(anEvent({ name: "session.start" }), aSaid("pass", "x\n".repeat(20_000)));
    expect(JSON.parse(stdout).additional_context.length).toBeLessThanOrEqual(10_000);
  });
});
