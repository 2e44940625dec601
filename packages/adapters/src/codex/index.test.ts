import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { codex } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("codex");

describeAdapter(codex, "PreToolUse");

describe("what Codex sends", () => {
  it.each([
    ["SessionStart", { name: "session.start" }],
    ["UserPromptSubmit", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse", { name: "tool.before", request: { tool: "apply_patch", callId: "call_s0_0_1lylnc" } }],
    ["PreToolUse.shell", { name: "tool.before", request: { tool: "Bash", typed: true } }],
    ["PreToolUse.failed-command", { name: "tool.before", request: { tool: "Bash" } }],
    ["PreToolUse.mcp", { name: "tool.before", request: { tool: "mcp__intent__select_active_intent" } }],
    ["PostToolUse", { name: "tool.after", outcome: { status: "ok" } }],
    // Its payload is the output of the command, and no exit code.
    ["PostToolUse.shell", { name: "tool.after", outcome: { status: "unknown" } }],
    ["PostToolUse.failed-command", { name: "tool.after", outcome: { status: "unknown" } }],
    ["PostToolUse.mcp", { name: "tool.after", outcome: { status: "ok" } }],
    ["Stop", { name: "turn.end" }],
    ["Stop.after-block", { name: "turn.end" }],
  ])("%s", (name, expected) => {
    const payload = fixture(name);
    const event = codex.toEvent(payload, stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: payload.session_id, agent: "codex", model: "gpt-5.5" });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it.each([
    ["apply_patch", "Exit code: 1\nWall time: 0 seconds\nOutput:\nno", "failed"],
    ["apply_patch", "Exit code: 0\nOutput:\nExit code: 1", "ok"],
    ["mcp__x__y", { content: [], isError: true }, "failed"],
    ["spawn_agent", "started", "ok"],
    ["Bash", { isError: true }, "unknown"],
  ])("%s answering %j: %s", (tool_name, tool_response, status) => {
    const payload = { ...fixture("PostToolUse"), tool_name, tool_response };
    expect(codex.toEvent(payload, stamp)?.outcome?.status).toBe(status);
  });
});

const inner = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const denied = { permissionDecision: "deny", permissionDecisionReason: refusalForModel };

describe("what Codex is told: nothing it does not know", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object | null]>([
    ["tool.before", "pass", undefined, null],
    ["tool.before", "pass", "C", inner("PreToolUse", { additionalContext: "C" })],
    // A bare `allow` is an error to it, and what it says beside it is lost.
    ["tool.before", "allow", undefined, null],
    ["tool.before", "allow", "C", inner("PreToolUse", { additionalContext: "C" })],
    ["tool.before", "deny", undefined, inner("PreToolUse", denied)],
    ["tool.before", "ask", undefined, inner("PreToolUse", denied)],
    ["prompt.submit", "pass", "C", inner("UserPromptSubmit", { additionalContext: "C" })],
    ["prompt.submit", "deny", "C", { decision: "block", reason: refusalForPerson }],
    ["session.start", "pass", "C", inner("SessionStart", { additionalContext: "C" })],
    ["tool.after", "pass", "C", inner("PostToolUse", { additionalContext: "C" })],
    ["tool.failed", "pass", "C", null],
    ["turn.end", "pass", "C", null],
    ["session.end", "pass", "C", null],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = codex.toReply(anEvent({ name, attended: true }), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(reply.stdout === "" ? null : JSON.parse(reply.stdout)).toEqual(expected);
  });

  it("waits three seconds at the end of a session", () => {
    expect(codex.patience("session.end")).toBe(3_000);
    expect(codex.patience("tool.before")).toBe(30_000);
  });

  it("takes no more than its 2,500 tokens", () => {
    const { stdout } = codex.toReply(anEvent({ name: "session.start" }), aSaid("pass", "é".repeat(20_000)));
    const { additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    expect(Buffer.byteLength(additionalContext)).toBeLessThanOrEqual(10_000);
  });
});
