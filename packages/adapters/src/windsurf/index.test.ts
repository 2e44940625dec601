import type { EventName, Verdict } from "@writ/contracts";
import { anEvent, aSaid, describeAdapter, payloadsOf, refusalForModel, refusalForPerson } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { windsurf } from "./index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/ws" };
const fixture = payloadsOf("windsurf");

describeAdapter(windsurf, "pre_write_code");

describe("what Windsurf sends", () => {
  it.each([
    ["pre_user_prompt", { name: "prompt.submit", prompt: "Do the scripted work." }],
    ["pre_write_code", { name: "tool.before", request: { tool: "write_code", callId: null } }],
    ["post_write_code", { name: "tool.after", request: { tool: "write_code" }, outcome: { status: "ok" } }],
    ["pre_read_code", { name: "tool.before", request: { tool: "read_code" } }],
    ["post_read_code", { name: "tool.after", request: { tool: "read_code" }, outcome: { status: "ok" } }],
    ["pre_run_command", { name: "tool.before", request: { tool: "run_command" } }],
    ["post_run_command", { name: "tool.after", request: { tool: "run_command" }, outcome: { status: "unknown" } }],
    ["pre_mcp_tool_use", { name: "tool.before", request: { tool: "mcp__writ__select_active_intent" } }],
    ["post_mcp_tool_use", { name: "tool.after", request: { tool: "mcp__writ__select_active_intent" } }],
    ["post_cascade_response", { name: "turn.end" }],
  ])("%s", (name, expected) => {
    const event = windsurf.toEvent(fixture(`${name}.docs`), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws" });
    expect(event?.session).toEqual({ id: "7ra1ec70-0000-4000-8000-000000000007", agent: "windsurf", model: "SWE-1.5" });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it("is the same call before and after", () => {
    const requestOf = (name: string) => windsurf.toEvent(fixture(`${name}.docs`), stamp)?.request;
    for (const tool of ["write_code", "read_code", "run_command", "mcp_tool_use"]) {
      expect(requestOf(`pre_${tool}`)).toEqual(requestOf(`post_${tool}`));
    }
  });

  it("is refused where it does not say whose tool it is", () => {
    const payload = { ...fixture("pre_mcp_tool_use.docs"), tool_info: { mcp_tool_name: "select_active_intent" } };
    expect(windsurf.toEvent(payload, stamp)?.request?.invalid).toMatch(/MCP/);
  });
});

const silent = { stdout: "", stderr: "", exitCode: 0 };

describe("what Windsurf is told: an exit code, and why", () => {
  it.each<[EventName, Verdict["kind"], object]>([
    ["tool.before", "pass", silent],
    ["tool.before", "allow", silent],
    ["tool.before", "deny", { stdout: "", stderr: `${refusalForModel}\n`, exitCode: 2 }],
    ["tool.before", "ask", { stdout: "", stderr: `${refusalForModel}\n`, exitCode: 2 }],
    ["prompt.submit", "deny", { stdout: "", stderr: `${refusalForPerson}\n`, exitCode: 2 }],
    ["prompt.submit", "pass", silent],
    ["tool.after", "deny", silent],
    ["turn.end", "deny", silent],
  ])("%s: %s", (name, verdict, expected) => {
    expect(windsurf.toReply(anEvent({ name, attended: true }), aSaid(verdict, "C"))).toEqual(expected);
  });
});
