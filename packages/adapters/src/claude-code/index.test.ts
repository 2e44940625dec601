import type { EventName, Verdict } from "@writ/contracts";
import {
  anEvent,
  aSaid,
  describeAdapter,
  payloadsOf,
  questionForPerson,
  refusalForModel,
  refusalForPerson,
} from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { claudeCode, devin } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("claude-code");

describeAdapter(claudeCode, "PreToolUse");
describeAdapter(devin, "PreToolUse");

describe("what Claude Code sends", () => {
  it.each([
    ["SessionStart", { name: "session.start" }],
    ["UserPromptSubmit", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse", { name: "tool.before", request: { tool: "Write", callId: "toolu_s0_0_q8ihup" } }],
    ["PreToolUse.shell", { name: "tool.before", request: { tool: "Bash" } }],
    ["PreToolUse.failed-command", { name: "tool.before" }],
    ["PreToolUse.mcp", { name: "tool.before", request: { tool: "mcp__intent__select_active_intent" } }],
    ["PostToolUse", { name: "tool.after", outcome: { status: "ok", durationMs: 16 } }],
    ["PostToolUse.shell", { name: "tool.after", outcome: { status: "ok", durationMs: 192 } }],
    ["PostToolUse.mcp", { name: "tool.after", request: { tool: "mcp__intent__select_active_intent" } }],
    ["PostToolUseFailure.failed-command", { name: "tool.failed", outcome: { status: "failed", durationMs: 84 } }],
    ["Stop", { name: "turn.end" }],
    ["Stop.after-block", { name: "turn.end" }],
    ["SessionEnd", { name: "session.end" }],
  ])("%s", (name, expected) => {
    const payload = fixture(name);
    const event = claudeCode.toEvent(payload, stamp);
    expect(event).toMatchObject({ ...expected, at: stamp.at, cwd: "/ws" });
    expect(event?.session).toEqual({ id: payload.session_id, agent: "claude-code" });
    if (event?.request !== undefined) expect(event.request.input).toEqual(payload.tool_input);
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("says whether somebody sits before it", () => {
    const attended = (value?: string) =>
      claudeCode.toEvent(fixture("PreToolUse"), {
        ...stamp,
        marks: value === undefined ? {} : { CLAUDE_CODE_SESSION_ATTENDED: value },
      });
    expect(attended("0")?.attended).toBe(false);
    expect(attended("1")?.attended).toBe(true);
    expect(attended()).not.toHaveProperty("attended");
    expect(attended("")).not.toHaveProperty("attended");
  });

  it("has nobody to ask where its person wants no questions", () => {
    const payload = { ...fixture("PreToolUse"), permission_mode: "bypassPermissions" };
    const event = claudeCode.toEvent(payload, { ...stamp, marks: { CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    expect(event?.attended).toBe(false);
  });

  it("may have been interrupted", () => {
    const payload = { ...fixture("PostToolUse.shell"), tool_response: { stdout: "", stderr: "", interrupted: true } };
    expect(claudeCode.toEvent(payload, stamp)?.outcome?.status).toBe("failed");
  });

  it("names the MCP server, whose word counts", () => {
    const called = (tool_name: string, name: unknown) =>
      claudeCode.toEvent({ ...fixture("PreToolUse.mcp"), tool_name, mcp_server: { name } }, stamp)?.request?.tool;
    expect(called("mcp__writ__select_active_intent", "writ")).toBe("mcp__writ__select_active_intent");
    expect(called("mcp__my_server__x", "my server")).toBe("mcp__my_server__x");
    expect(called("select_active_intent", "evil")).toBe("mcp__evil__select_active_intent");
    expect(called("mcp__writ__select_active_intent", "evil")).toBe("mcp__evil__mcp__writ__select_active_intent");
    expect(called("mcp__writ__select_active_intent", 7)).toBe("mcp__writ__select_active_intent");
  });

  it("may name no event: then the one counts its hook was installed for", () => {
    const { hook_event_name: _, ...payload } = fixture("PreToolUse");
    expect(claudeCode.toEvent(payload, { ...stamp, event: "PreToolUse" })?.name).toBe("tool.before");
    expect(claudeCode.toEvent(payload, stamp)).toBeNull();
    expect(claudeCode.toEvent({ ...payload, hook_event_name: "Notification" }, stamp)).toBeNull();
    expect(claudeCode.toEvent({ ...payload, hook_event_name: "__proto__" }, stamp)).toBeNull();
  });

  it.each([
    ["no tool", { tool_name: undefined }],
    ["an empty name", { tool_name: "" }],
    ["a name that is none", { tool_name: 3 }],
    ["no input", { tool_input: undefined }],
    ["input as text", { tool_input: "{}" }],
    ["input as a list", { tool_input: [] }],
    ["no session", { session_id: undefined }],
    ["a session that is none", { session_id: {} }],
  ])("is refused with %s", (_, over) => {
    const event = claudeCode.toEvent({ ...fixture("PreToolUse"), ...over }, stamp);
    expect(event?.request?.invalid).toMatch(/\w/);
  });

  it.each([
    ["PreToolUse", "tool.before"],
    ["PostToolUse", "tool.after"],
    [undefined, "tool.before"],
    ["SessionStart", undefined],
    ["Stop", undefined],
  ])("that cannot be read at all in %s is about %s", (event, name) => {
    const read = claudeCode.toEvent("cut off", { ...stamp, ...(event === undefined ? {} : { event }) });
    expect(read?.name).toBe(name);
    if (name !== undefined) expect(read?.request?.invalid).toMatch(/\w/);
  });
});

const on = (name: EventName, attended?: boolean) => anEvent({ name, ...(attended === undefined ? {} : { attended }) });
const inner = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const denied = { permissionDecision: "deny", permissionDecisionReason: refusalForModel };

describe("what Claude Code is told", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object | null]>([
    ["tool.before", "pass", undefined, null],
    ["tool.before", "pass", "C", inner("PreToolUse", { additionalContext: "C" })],
    ["tool.before", "allow", undefined, inner("PreToolUse", { permissionDecision: "allow" })],
    ["tool.before", "allow", "C", inner("PreToolUse", { permissionDecision: "allow", additionalContext: "C" })],
    ["tool.before", "deny", undefined, inner("PreToolUse", denied)],
    ["tool.before", "deny", "C", inner("PreToolUse", { ...denied, additionalContext: "C" })],
    ["tool.before", "ask", undefined, inner("PreToolUse", denied)],
    ["prompt.submit", "pass", undefined, null],
    ["prompt.submit", "pass", "C", inner("UserPromptSubmit", { additionalContext: "C" })],
    ["prompt.submit", "deny", undefined, { decision: "block", reason: refusalForPerson }],
    ["prompt.submit", "ask", undefined, { decision: "block", reason: refusalForPerson }],
    ["session.start", "pass", "C", inner("SessionStart", { additionalContext: "C" })],
    ["session.start", "pass", " \n", null],
    ["tool.after", "pass", undefined, null],
    ["tool.after", "pass", "C", inner("PostToolUse", { additionalContext: "C" })],
    ["tool.after", "deny", "C", inner("PostToolUse", { additionalContext: `Writ: ${refusalForPerson}\nC` })],
    ["tool.failed", "pass", "C", inner("PostToolUseFailure", { additionalContext: "C" })],
    ["turn.end", "pass", "C", null],
    ["turn.end", "deny", undefined, null],
    ["session.end", "pass", "C", null],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = claudeCode.toReply(on(name), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(reply.stdout === "" ? null : JSON.parse(reply.stdout)).toEqual(expected);
    expect(reply.stdout.trimEnd()).not.toContain("\n");
  });

  it("asks where somebody is there", () => {
    const event = on("tool.before", true);
    expect(claudeCode.asks(event)).toBe(true);
    const permission = { permissionDecision: "ask", permissionDecisionReason: questionForPerson };
    expect(JSON.parse(claudeCode.toReply(event, aSaid("ask")).stdout)).toEqual(inner("PreToolUse", permission));
    expect(claudeCode.asks(on("tool.before", false))).toBe(false);
    expect(claudeCode.asks(on("tool.before"))).toBe(false);
    expect(claudeCode.asks(on("prompt.submit", true))).toBe(false);
  });

  it("takes what the verdict itself has to tell", () => {
    const reply = claudeCode.toReply(on("tool.before"), { verdict: { kind: "pass", context: "C" } });
    expect(JSON.parse(reply.stdout)).toEqual(inner("PreToolUse", { additionalContext: "C" }));
  });

  it("waits half a minute for every hook", () => {
    expect(claudeCode.patience("tool.before")).toBe(30_000);
    expect(claudeCode.patience("session.end")).toBe(30_000);
  });
});

describe("Devin CLI, which runs Claude Code's hooks", () => {
  it("gives no session, so its calls are refused", () => {
    expect(devin.toEvent(fixture("devin.PreToolUse.docs"), stamp)?.request?.invalid).toMatch(/session/);
  });

  it("is refused by its own word and by the exit code", () => {
    const stdout = `${JSON.stringify({ decision: "block", reason: refusalForModel })}\n`;
    expect(devin.toReply(on("tool.before"), aSaid("deny"))).toEqual({
      stdout,
      stderr: `${refusalForModel}\n`,
      exitCode: 2,
    });
    expect(devin.toReply(on("prompt.submit"), aSaid("deny"))).toMatchObject({
      stderr: `${refusalForPerson}\n`,
      exitCode: 2,
    });
    expect(devin.toReply(on("tool.before"), aSaid("pass", "C"))).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(devin.toReply(on("tool.before"), aSaid("allow"))).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });
});
