import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { kiro } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("kiro");

describeAdapter(kiro, "PreToolUse");

describe("what Kiro sends", () => {
  it.each([
    ["SessionStart", { name: "session.start" }],
    ["UserPromptSubmit", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse", { name: "tool.before", request: { tool: "fs_write", callId: null } }],
    ["PreToolUse.edit", { name: "tool.before", request: { tool: "str_replace" } }],
    ["PreToolUse.shell", { name: "tool.before", request: { tool: "execute_bash" } }],
    ["PreToolUse.mcp", { name: "tool.before", request: { tool: "@writ/select_active_intent" } }],
    ["PostToolUse", { name: "tool.after", outcome: { status: "ok" } }],
    ["PostToolUse.failed-command", { name: "tool.after", outcome: { status: "failed" } }],
    ["Stop", { name: "turn.end" }],
  ])("%s", (name, expected) => {
    const event = kiro.toEvent(fixture(`${name}.docs`), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: "sess_0001", agent: "kiro" });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("names no session in CLI 2, so its calls are refused", () => {
    const event = kiro.toEvent(fixture("preToolUse.cli-2.docs"), stamp);
    expect(event).toMatchObject({ name: "tool.before", request: { invalid: expect.stringMatching(/session/) } });
  });
});

const silent = { stdout: "", stderr: "", exitCode: 0 };

describe("what Kiro is told: an exit code, and text where it takes any", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object]>([
    ["tool.before", "pass", "C", silent],
    ["tool.before", "allow", undefined, silent],
    ["tool.before", "deny", undefined, { stdout: "", stderr: `${refusalForModel}\n`, exitCode: 2 }],
    ["tool.before", "ask", undefined, { stdout: "", stderr: `${refusalForModel}\n`, exitCode: 2 }],
    ["prompt.submit", "pass", "C", { stdout: "C\n", stderr: "", exitCode: 0 }],
    ["prompt.submit", "deny", "C", { stdout: "", stderr: `${refusalForPerson}\n`, exitCode: 2 }],
    ["session.start", "pass", "C", { stdout: "C\n", stderr: "", exitCode: 0 }],
    ["tool.after", "pass", "C", silent],
    ["turn.end", "deny", undefined, silent],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    expect(kiro.toReply(anEvent({ name, attended: true }), aSaid(verdict, context))).toEqual(expected);
  });
});
