import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { gemini } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("gemini");

describeAdapter(gemini, "BeforeTool");

describe("what Gemini sends", () => {
  it.each([
    ["SessionStart", { name: "session.start" }],
    ["BeforeAgent", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["BeforeTool", { name: "tool.before", request: { tool: "write_file", callId: null } }],
    ["BeforeTool.shell", { name: "tool.before", request: { tool: "run_shell_command" } }],
    ["BeforeTool.failed-command", { name: "tool.before", request: { tool: "run_shell_command" } }],
    ["BeforeTool.mcp", { name: "tool.before", request: { tool: "mcp__intent__select_active_intent" } }],
    ["AfterTool", { name: "tool.after", outcome: { status: "ok" } }],
    ["AfterTool.shell", { name: "tool.after", outcome: { status: "ok" } }],
    ["AfterTool.failed-command", { name: "tool.after", outcome: { status: "failed" } }],
    ["AfterTool.mcp", { name: "tool.after", request: { tool: "mcp__intent__select_active_intent" } }],
    ["AfterAgent", { name: "turn.end" }],
    ["AfterAgent.after-block", { name: "turn.end" }],
    ["SessionEnd", { name: "session.end" }],
  ])("%s", (name, expected) => {
    const payload = fixture(name);
    const event = gemini.toEvent(payload, stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: payload.session_id, agent: "gemini" });
    expect(event?.request?.invalid).toBeUndefined();
  });

  const ending = (tool_response: unknown, tool_name = "run_shell_command") =>
    gemini.toEvent({ ...fixture("AfterTool.shell"), tool_name, tool_response }, stamp)?.outcome?.status;
  it.each([
    ["<untrusted_context>\nOutput: a\nExit Code: 1\nProcess Group PGID: 5\n</untrusted_context>", "failed"],
    ["Output: a\nExit Code: 127", "failed"],
    ["Output: a\nSignal: SIGTERM\nProcess Group PGID: 5", "failed"],
    ["Output: a\nExit Code: 0\nProcess Group PGID: 5", "ok"],
    ["Output: Exit Code: 1\nand more\nProcess Group PGID: 5", "ok"],
    [`Output: ${"\nExit Code: 1".repeat(50_000)}\nlower case`, "ok"],
  ])("a command that says %.80j ended %s", (llmContent, status) => {
    expect(ending({ llmContent })).toBe(status);
  });

  it("tells a failure of other tools beside their text", () => {
    expect(ending({ llmContent: "x", error: { message: "no such file" } }, "write_file")).toBe("failed");
    expect(ending({ llmContent: "Exit Code: 1" }, "read_file")).toBe("ok");
  });

  it("refuses an MCP call that does not say whose it is", () => {
    const payload = { ...fixture("BeforeTool.mcp"), mcp_context: { server_name: "writ" } };
    expect(gemini.toEvent(payload, stamp)?.request?.invalid).toMatch(/MCP/);
  });
});

const inner = (hookEventName: string, additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

describe("what Gemini is told", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object]>([
    ["tool.before", "pass", undefined, {}],
    ["tool.before", "pass", "C", {}],
    ["tool.before", "allow", undefined, { decision: "allow" }],
    ["tool.before", "deny", "C", { decision: "deny", reason: refusalForModel }],
    // Without a person its question never ends, and it does not say whether there is one.
    ["tool.before", "ask", undefined, { decision: "deny", reason: refusalForModel }],
    ["prompt.submit", "pass", "C", inner("BeforeAgent", "C")],
    ["prompt.submit", "deny", undefined, { decision: "deny", reason: refusalForPerson }],
    ["session.start", "pass", "C", inner("SessionStart", "C")],
    ["tool.after", "pass", "C", inner("AfterTool", "C")],
    ["tool.after", "deny", undefined, inner("AfterTool", `Writ: ${refusalForPerson}`)],
    ["turn.end", "deny", "C", {}],
    ["session.end", "pass", "C", {}],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = gemini.toReply(anEvent({ name, attended: true }), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(JSON.parse(reply.stdout)).toEqual(expected);
  });
});
