import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { droid } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("droid");

describeAdapter(droid, "PreToolUse");

describe("what Droid sends", () => {
  it.each([
    ["SessionStart.docs", { name: "session.start" }],
    ["UserPromptSubmit.docs", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse.docs", { name: "tool.before", request: { tool: "Create", callId: null } }],
    ["PreToolUse.edit.docs", { name: "tool.before", request: { tool: "Edit" } }],
    ["PreToolUse.patch.docs", { name: "tool.before", request: { tool: "ApplyPatch" } }],
    ["PreToolUse.shell.docs", { name: "tool.before", request: { tool: "Execute" } }],
    ["PreToolUse.mcp.docs", { name: "tool.before", request: { tool: "writ___select_active_intent" } }],
    ["PostToolUse.docs", { name: "tool.after", outcome: { status: "ok" }, request: { callId: null } }],
    ["Stop.docs", { name: "turn.end" }],
    ["SessionEnd.docs", { name: "session.end" }],
  ])("%s", (name, expected) => {
    const event = droid.toEvent(fixture(name), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: "4d0a8a1e-0000-4000-8000-000000000002", agent: "droid" });
    expect(event?.request?.invalid).toBeUndefined();
  });
});

const inner = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const denied = { permissionDecision: "deny", permissionDecisionReason: refusalForModel };

describe("what Droid is told", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object | null]>([
    ["tool.before", "pass", "C", null],
    ["tool.before", "allow", undefined, inner("PreToolUse", { permissionDecision: "allow" })],
    ["tool.before", "deny", undefined, inner("PreToolUse", denied)],
    // It would log the question and run the tool.
    ["tool.before", "ask", undefined, inner("PreToolUse", denied)],
    ["prompt.submit", "pass", "C", inner("UserPromptSubmit", { additionalContext: "C" })],
    ["prompt.submit", "deny", undefined, { decision: "block", reason: refusalForPerson }],
    ["session.start", "pass", "C", inner("SessionStart", { additionalContext: "C" })],
    ["tool.after", "pass", "C", inner("PostToolUse", { additionalContext: "C" })],
    ["turn.end", "pass", "C", null],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = droid.toReply(anEvent({ name, attended: true }), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(reply.stdout === "" ? null : JSON.parse(reply.stdout)).toEqual(expected);
  });
});
