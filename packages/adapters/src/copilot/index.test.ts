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
import { copilot } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const fixture = payloadsOf("copilot");

describeAdapter(copilot, "preToolUse");
describeAdapter(copilot, "PreToolUse");

describe("what the CLI sends to its own hooks, which names no event", () => {
  it.each([
    ["sessionStart", "sessionStart", { name: "session.start" }],
    ["userPromptSubmitted", "userPromptSubmitted", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["preToolUse", "preToolUse", { name: "tool.before", request: { tool: "create", callId: null } }],
    ["preToolUse.shell", "preToolUse", { name: "tool.before", request: { tool: "bash" } }],
    ["preToolUse.failed-command", "preToolUse", { name: "tool.before", request: { tool: "bash" } }],
    ["preToolUse.mcp", "preToolUse", { name: "tool.before", request: { tool: "intent-select_active_intent" } }],
    ["postToolUse", "postToolUse", { name: "tool.after", outcome: { status: "ok" } }],
    ["postToolUse.shell", "postToolUse", { name: "tool.after", outcome: { status: "ok" } }],
    // It says "success", and the exit code in the last line.
    ["postToolUse.failed-command", "postToolUse", { name: "tool.after", outcome: { status: "failed" } }],
    ["postToolUse.mcp", "postToolUse", { name: "tool.after", outcome: { status: "ok" } }],
    ["postToolUse.denied.docs", "postToolUse", { name: "tool.after", outcome: { status: "blocked" } }],
    ["postToolUseFailure.docs", "postToolUseFailure", { name: "tool.failed", outcome: { status: "failed" } }],
    ["agentStop", "agentStop", { name: "turn.end" }],
    ["agentStop.after-block", "agentStop", { name: "turn.end" }],
    ["sessionEnd", "sessionEnd", { name: "session.end" }],
  ])("%s", (name, event, expected) => {
    const payload = fixture(name);
    const read = copilot.toEvent(payload, { ...stamp, event, marks: { COPILOT_CLI: "1" } });
    expect(read).toMatchObject({ ...expected, cwd: "/ws" });
    expect(read?.session).toEqual({ id: payload.sessionId, agent: "copilot" });
    expect(read).not.toHaveProperty("attended");
    expect(read?.request?.invalid).toBeUndefined();
    expect(copilot.toEvent(payload, stamp)).toBeNull();
  });

  it("may give the arguments as text", () => {
    const inputOf = (name: string) => copilot.toEvent(fixture(name), { ...stamp, event: "preToolUse" })?.request;
    expect(inputOf("preToolUse.arguments-as-text.docs")?.input).toMatchObject({ command: "rm -rf dist" });
    expect(inputOf("preToolUse.patch-as-text.docs")?.input).toEqual({
      input: "*** Begin Patch\n*** Add File: hello.txt\n+hi\n*** End Patch",
    });
    const broken = { ...fixture("preToolUse"), toolArgs: "{" };
    expect(copilot.toEvent(broken, { ...stamp, event: "preToolUse" })?.request?.invalid).toMatch(/not an object/);
  });
});

describe("what the CLI sends to hooks from Claude Code's settings", () => {
  it.each([
    ["SessionStart", { name: "session.start" }],
    ["UserPromptSubmit", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse", { name: "tool.before", request: { tool: "Write", input: { path: "/ws/hello.txt" } } }],
    ["PreToolUse.shell", { name: "tool.before", request: { tool: "Bash", callId: null } }],
    ["PostToolUse", { name: "tool.after", outcome: { status: "ok" } }],
    ["PostToolUse.shell", { name: "tool.after", outcome: { status: "ok" } }],
    ["Stop", { name: "turn.end" }],
    ["SessionEnd", { name: "session.end" }],
  ])("%s", (name, expected) => {
    const event = copilot.toEvent(fixture(`via-claude-settings.${name}`), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: "d4bf13cc-edf3-4ff3-8ff8-7055bbc237aa", agent: "copilot" });
    expect(event).not.toHaveProperty("attended");
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("tells a failed command in the last line too", () => {
    const payload = {
      ...fixture("via-claude-settings.PostToolUse.shell"),
      tool_result: { result_type: "success", text_result_for_llm: "x\n<shellId: 0 completed with exit code 1>" },
    };
    expect(copilot.toEvent(payload, stamp)?.outcome?.status).toBe("failed");
  });
});

describe("what VS Code sends", () => {
  it.each([
    ["SessionStart.docs", { name: "session.start" }],
    ["UserPromptSubmit.docs", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["PreToolUse.docs", { name: "tool.before", attended: true, request: { tool: "create_file", callId: "call_1" } }],
    ["PreToolUse.shell.docs", { name: "tool.before", request: { tool: "run_in_terminal" } }],
    ["PreToolUse.mcp.docs", { name: "tool.before", request: { tool: "mcp_writ_select_active_intent" } }],
    ["PreToolUse.older.src", { name: "tool.before", request: { tool: "replace_string_in_file", callId: "call_4" } }],
    ["PreToolUse.no-session.docs", { name: "tool.before", request: { tool: "create_file" } }],
    ["PostToolUse.docs", { name: "tool.after", outcome: { status: "ok" } }],
    ["PostToolUse.shell.docs", { name: "tool.after", outcome: { status: "unknown" } }],
    ["Stop.docs", { name: "turn.end" }],
  ])("%s", (name, expected) => {
    const event = copilot.toEvent(fixture(`vs-code.${name}`), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: "5e55104e-0000-4000-8000-000000000006", agent: "copilot" });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("is asked only where it is VS Code and not the CLI", () => {
    const payload = fixture("vs-code.PreToolUse.docs");
    const asked = (marks: Record<string, string>) => {
      const event = copilot.toEvent(payload, { ...stamp, marks });
      return event !== null && copilot.asks(event);
    };
    expect(asked({})).toBe(true);
    expect(asked({ COPILOT_CLI: "1" })).toBe(false);
  });
});

it.each([
  ["vs-code.SessionStart.docs", true],
  ["vs-code.UserPromptSubmit.docs", true],
  ["vs-code.PostToolUse.docs", true],
  ["vs-code.Stop.docs", true],
  ["via-claude-settings.SessionStart", undefined],
  ["via-claude-settings.UserPromptSubmit", undefined],
  ["via-claude-settings.PostToolUse", undefined],
  ["via-claude-settings.Stop", undefined],
])("knows by the payload alone whether somebody sits before it: %s", (name, attended) => {
  expect(copilot.toEvent(fixture(name), stamp)?.attended).toBe(attended);
});

const both = (hookEventName: string, fields: object) => ({
  ...fields,
  hookSpecificOutput: { hookEventName, ...fields },
});
const denied = { permissionDecision: "deny", permissionDecisionReason: refusalForModel };

describe("what Copilot is told, in both shapes", () => {
  it.each<[EventName, Verdict["kind"], string | undefined, object]>([
    ["tool.before", "pass", undefined, {}],
    ["tool.before", "pass", "C", both("PreToolUse", { additionalContext: "C" })],
    ["tool.before", "allow", undefined, both("PreToolUse", { permissionDecision: "allow" })],
    ["tool.before", "deny", undefined, both("PreToolUse", denied)],
    ["tool.before", "deny", "C", both("PreToolUse", { ...denied, additionalContext: "C" })],
    ["tool.before", "ask", undefined, both("PreToolUse", denied)],
    ["prompt.submit", "pass", "C", both("UserPromptSubmit", { additionalContext: "C" })],
    ["prompt.submit", "deny", undefined, { decision: "block", reason: refusalForPerson }],
    ["session.start", "pass", "C", both("SessionStart", { additionalContext: "C" })],
    ["tool.after", "pass", undefined, {}],
    ["tool.after", "pass", "C", both("PostToolUse", { additionalContext: "C" })],
    ["tool.failed", "pass", "C", both("PostToolUseFailure", { additionalContext: "C" })],
    ["turn.end", "deny", "C", {}],
    ["session.end", "pass", "C", {}],
  ])("%s: %s with context %s", (name, verdict, context, expected) => {
    const reply = copilot.toReply(anEvent({ name }), aSaid(verdict, context));
    expect([reply.stderr, reply.exitCode]).toEqual(["", 0]);
    expect(JSON.parse(reply.stdout)).toEqual(expected);
  });

  it("asks the person before VS Code", () => {
    const reply = copilot.toReply(anEvent({ attended: true }), aSaid("ask"));
    expect(JSON.parse(reply.stdout)).toEqual(
      both("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: questionForPerson }),
    );
  });

  it("takes 10 KB after a tool", () => {
    const { stdout } = copilot.toReply(anEvent({ name: "tool.after" }), aSaid("pass", "x".repeat(20_000)));
    expect(Buffer.byteLength(JSON.parse(stdout).additionalContext)).toBeLessThanOrEqual(10_000);
  });
});
