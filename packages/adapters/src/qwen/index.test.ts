import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { qwen } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("qwen");

describeAdapter(qwen, "PreToolUse");

describe("what Qwen sends", () => {
  it.each([
    ["SessionStart.pkg", { name: "session.start", session: { model: "qwen3-coder-plus" } }],
    ["UserPromptSubmit.pkg", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse.pkg", { name: "tool.before", request: { tool: "write_file", callId: "toolu_1700000000000_abc" } }],
    ["PreToolUse.shell.pkg", { name: "tool.before", request: { tool: "run_shell_command" } }],
    ["PreToolUse.mcp.pkg", { name: "tool.before", request: { tool: "mcp__writ__select_active_intent" } }],
    ["PreToolUse.subagent.pkg", { name: "tool.before", request: { tool: "edit" } }],
    ["PostToolUse.pkg", { name: "tool.after", outcome: { status: "ok", durationMs: 12 } }],
    ["PostToolUseFailure.failed-command.pkg", { name: "tool.failed", outcome: { status: "failed" } }],
    ["Stop.pkg", { name: "turn.end" }],
    ["SessionEnd.pkg", { name: "session.end" }],
  ])("%s", (name, expected) => {
    const event = qwen.toEvent(fixture(name), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toMatchObject({ id: "6f1c2f0e-0000-4000-8000-000000000001", agent: "qwen" });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("with every model call is no prompt: nobody typed it", () => {
    const payload = fixture("UserPromptSubmit.after-tool.pkg");
    expect(qwen.toEvent(payload, stamp)).toBeNull();
    expect(qwen.toEvent({ ...payload, prompt: " \n" }, stamp)).toBeNull();
    expect(qwen.toEvent({ ...payload, prompt: "", submitted_prompt: "typed" }, stamp)?.prompt).toBe("typed");
    expect(qwen.toEvent({ ...payload, prompt: "expanded", submitted_prompt: "typed" }, stamp)?.prompt).toBe("typed");
  });
});

const inner = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const denied = { permissionDecision: "deny", permissionDecisionReason: refusalForModel };

describe("what Qwen is told", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object | null]>([
    ["tool.before", "pass", undefined, null],
    // What is said before a tool does not reach its model.
    ["tool.before", "pass", "C", null],
    ["tool.before", "allow", undefined, inner("PreToolUse", { permissionDecision: "allow" })],
    ["tool.before", "deny", "C", inner("PreToolUse", denied)],
    ["tool.before", "ask", undefined, inner("PreToolUse", denied)],
    ["prompt.submit", "pass", "C", inner("UserPromptSubmit", { additionalContext: "C" })],
    ["prompt.submit", "deny", undefined, { decision: "block", reason: refusalForPerson }],
    ["session.start", "pass", "C", inner("SessionStart", { additionalContext: "C" })],
    ["tool.after", "pass", "C", inner("PostToolUse", { additionalContext: "C" })],
    ["tool.failed", "pass", "C", inner("PostToolUseFailure", { additionalContext: "C" })],
    ["turn.end", "pass", "C", null],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = qwen.toReply(anEvent({ name }), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(reply.stdout === "" ? null : JSON.parse(reply.stdout)).toEqual(expected);
  });
});
