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
import { amp } from "../amp/index.ts";
import { cline } from "../cline/index.ts";
import { kilo } from "../kilo/index.ts";
import { opencode } from "../opencode/index.ts";
import { pi } from "../pi/index.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/started-in" };
const plugged = { opencode, kilo, cline, pi, amp };
type Plugged = keyof typeof plugged;
const agents: readonly Plugged[] = ["opencode", "kilo", "cline", "pi", "amp"];

for (const agent of agents) describeAdapter(plugged[agent], "tool.before");

const sessions: Record<Plugged, string> = {
  opencode: "ses_e21fe9affffebWsfSXl1GeWzA1",
  kilo: "ses_e2211e7b0ffeioyjkmP8LS7e11",
  cline: "1794726119964_cojrg",
  pi: "01a1de03-28e2-739b-8b5e-f085598b9688",
  amp: "T-5928a90d-d53b-488f-a829-4e36442142ee",
};

describe("what our plugins send", () => {
  it.each<[Plugged, string, object]>([
    ["opencode", "session.start", { name: "session.start" }],
    ["opencode", "prompt.submit", { name: "prompt.submit", prompt: '"Do the scripted work now."' }],
    ["opencode", "tool.before", { name: "tool.before", request: { tool: "write", callId: "call_2" } }],
    ["opencode", "tool.before.mcp.pkg", { name: "tool.before", request: { tool: "writ_select_active_intent" } }],
    ["opencode", "tool.after", { name: "tool.after", outcome: { status: "ok" }, request: { callId: "call_2" } }],
    ["opencode", "tool.failed.edit", { name: "tool.failed", outcome: { status: "failed" } }],
    ["opencode", "tool.failed.shell", { name: "tool.failed", outcome: { status: "failed" } }],
    ["opencode", "turn.end", { name: "turn.end" }],
    ["opencode", "session.end", { name: "session.end" }],
    ["kilo", "tool.before", { name: "tool.before", request: { tool: "write" } }],
    ["kilo", "tool.failed.shell", { name: "tool.failed", outcome: { status: "failed" } }],
    ["cline", "session.start", { name: "session.start", process: 4242 }],
    ["cline", "prompt.submit", { name: "prompt.submit", prompt: "Do the scripted work now." }],
    ["cline", "tool.before", { name: "tool.before", attended: false, request: { tool: "editor", callId: "call_1" } }],
    ["cline", "tool.after", { name: "tool.after", outcome: { status: "ok", durationMs: 81 } }],
    // Cline reports the end of a call that was never run, too.
    ["cline", "tool.failed.blocked", { name: "tool.failed", outcome: { status: "blocked" } }],
    ["cline", "tool.failed.edit", { name: "tool.failed", outcome: { status: "failed" } }],
    ["cline", "tool.before.shell-bare.pkg", { request: { input: { commands: ["ls", "touch src/a.ts"] } } }],
    ["pi", "session.start", { name: "session.start", attended: false }],
    ["pi", "tool.before.handshake", { name: "tool.before", request: { tool: "select_active_intent" } }],
    ["pi", "session.end", { name: "session.end" }],
    ["amp", "tool.before.pkg", { name: "tool.before", attended: true, process: 4242, request: { callId: "toolu_01" } }],
    ["amp", "tool.before.shell.pkg", { request: { tool: "execute_command" } }],
    ["amp", "tool.failed.pkg", { name: "tool.failed", outcome: { status: "failed" } }],
  ])("%s %s", (agent, name, expected) => {
    const event = plugged[agent].toEvent(payloadsOf(agent)(name), stamp);
    expect(event).toMatchObject({ ...expected, cwd: "/ws", session: { id: sessions[agent], agent } });
    expect(event?.request?.invalid).toBeUndefined();
  });

  it.each<[Plugged, string]>([
    ["opencode", "session.start.child"],
    ["opencode", "tool.before.child"],
    ["kilo", "tool.before.child"],
    ["cline", "session.start.child"],
    ["cline", "tool.before.child"],
  ])("%s %s: a helper works for the session that started it", (agent, name) => {
    const event = plugged[agent].toEvent(payloadsOf(agent)(name), stamp);
    expect(event?.session.parent).toBe(sessions[agent]);
    expect(event?.session.id).not.toBe(sessions[agent]);
  });

  it.each(agents)("%s: the model, where the plugin knows it", (agent) => {
    const session = { v: 1, event: "turn.end", session: "s", cwd: "/ws" };
    expect(plugged[agent].toEvent({ ...session, model: "scripted/m" }, stamp)?.session.model).toBe("scripted/m");
    expect(plugged[agent].toEvent(session, stamp)?.session).toEqual({ id: "s", agent });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no call", {}, "it has no call"],
    ["a call that is no object", { call: "write" }, "it has no call"],
    ["no tool", { call: { id: "c", input: {} } }, "it does not name the tool"],
    ["no input", { call: { id: "c", tool: "write" } }, "the tool's input is not an object"],
    ["input as a list", { call: { id: "c", tool: "write", input: [] } }, "the tool's input is not an object"],
    ["no session", { session: "", call: { id: "c", tool: "write", input: {} } }, "which session"],
  ])("is refused with %s", (_, broken, reason) => {
    for (const agent of agents) {
      const payload = { v: 1, event: "tool.before", session: "s", cwd: "/ws", ...broken };
      expect(plugged[agent].toEvent(payload, stamp)?.request?.invalid).toContain(reason);
    }
  });

  it.each<[string, unknown]>([
    ["a list", []],
    ["nothing", undefined],
    ["a number as status", { status: 1 }],
    ["a status nobody knows", { status: "fine" }],
  ])("is of unknown outcome with %s", (_, outcome) => {
    const call = { id: "c", tool: "write", input: {} };
    const payload = { v: 1, event: "tool.after", session: "s", cwd: "/ws", call, outcome };
    expect(opencode.toEvent(payload, stamp)?.outcome?.status).toBe("unknown");
  });

  it.each([0, -1, 1.5, "4242", null, {}])("tells no process by %j", (process) => {
    const payload = { v: 1, event: "turn.end", session: "s", cwd: "/ws", process };
    expect(cline.toEvent(payload, stamp)).not.toHaveProperty("process");
  });

  it.each(["tool.before.address.pkg", "tool.before.address-in-patch.pkg"])("amp %s names no path", (name) => {
    expect(amp.toEvent(payloadsOf("amp")(name), stamp)?.request?.invalid).toContain("address");
  });
});

describe("what our plugins are told", () => {
  const asked = { ask: questionForPerson };
  const denied = { deny: refusalForModel };
  it.each<[Plugged, EventName, Verdict["kind"], string | undefined, object]>([
    ["opencode", "tool.before", "pass", undefined, {}],
    ["opencode", "tool.before", "pass", "C", { context: "C" }],
    ["opencode", "tool.before", "allow", undefined, {}],
    ["opencode", "tool.before", "deny", "C", denied],
    ["opencode", "tool.before", "ask", undefined, denied],
    ["kilo", "tool.before", "ask", undefined, denied],
    ["cline", "tool.before", "ask", undefined, asked],
    ["pi", "tool.before", "ask", undefined, asked],
    ["amp", "tool.before", "ask", undefined, asked],
    ["pi", "prompt.submit", "deny", undefined, { deny: refusalForPerson }],
    ["pi", "prompt.submit", "pass", "C", { context: "C" }],
    ["pi", "session.start", "pass", "C", { context: "C" }],
    ["pi", "tool.after", "pass", "C", { context: "C" }],
    ["pi", "tool.after", "deny", undefined, { context: `Writ: ${refusalForPerson}` }],
    ["pi", "turn.end", "pass", "C", {}],
    ["pi", "session.end", "deny", "C", {}],
  ])("%s %s: %s with context %s", (agent, name, verdict, context, expected) => {
    const { stdout, stderr, exitCode } = plugged[agent].toReply(
      anEvent({ name, attended: true }),
      aSaid(verdict, context),
    );
    expect([JSON.parse(stdout), stderr, exitCode]).toEqual([expected, "", 0]);
  });

  it("refuses instead of asking where nobody is known to be there", () => {
    for (const agent of agents) {
      const { stdout } = plugged[agent].toReply(anEvent({ name: "tool.before" }), aSaid("ask"));
      expect(JSON.parse(stdout)).toEqual(denied);
    }
  });

  it("comes before Cline ends the run", () => {
    expect(cline.patience("tool.before")).toBeLessThanOrEqual(3_000);
  });
});
