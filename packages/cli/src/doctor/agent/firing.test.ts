import { wirings } from "@writ/adapters/wiring";
import { aSession, someTime } from "@writ/testkit";
import { expect, it } from "vitest";
import { firingFindings, firingOf } from "./firing.ts";

const nobody = { marked: null, session: null, isNamed: false };
const claude = wirings["claude-code"];
const heard = aSession({ id: "s-1", seenAt: "2026-11-15T09:00:00.000Z" });
const later = aSession({ id: "s-2", seenAt: "2026-11-15T09:30:00.000Z" });
const served = { ...heard, servedAt: someTime };
const inside = { marked: "Claude Code", session: null, isNamed: true };
const hidden = { ...inside, isNamed: false };

it.each([
  ["no session", [], nobody, { state: "never", at: null }],
  ["another agent's", [aSession({ agent: "codex" })], nobody, { state: "never", at: null }],
  ["the latest counts", [later, heard], nobody, { state: "seen", at: later.seenAt }],
  ["begun by the MCP server", [served], nobody, { state: "never", at: null }],
  ["this one", [heard, later], { ...inside, session: heard }, { state: "here", at: heard.seenAt }],
  ["inside it, and nothing heard", [heard], inside, { state: "deaf", at: null }],
  ["inside it, heard by the MCP server only", [served], { ...inside, session: served }, { state: "deaf", at: null }],
  ["inside it, which one cannot be told", [heard], hidden, { state: "seen", at: heard.seenAt }],
  ["the same, and none can run any more", [{ ...heard, endedAt: someTime }], hidden, { state: "deaf", at: null }],
  ["inside another", [heard], { ...inside, marked: "Codex" }, { state: "seen", at: heard.seenAt }],
])("%s", (_, sessions, around, firing) => {
  expect(firingOf(claude, sessions, around, someTime)).toEqual(firing);
});

it("knows Copilot by the name its mark has", () => {
  expect(firingOf(wirings.copilot, [], { ...inside, marked: "Copilot" }, someTime)).toMatchObject({ state: "deaf" });
});

const world = { now: someTime, wiredAt: "2026-11-15T09:10:00.000Z", inRepository: true, onMachine: true };

it.each([
  [{ state: "here", at: heard.seenAt }, world, "ok", /this very session/],
  [{ state: "seen", at: later.seenAt }, world, "ok", /30m ago/],
  [{ state: "seen", at: heard.seenAt }, world, "warning", /before it was wired/],
  [{ state: "never", at: null }, world, "warning", /never been heard/],
  [{ state: "never", at: null }, { ...world, onMachine: false }, "note", /not on this machine/],
  [{ state: "deaf", at: null }, world, "error", /inside Claude Code/],
] as const)("%j: said as it is", (firing, around, level, message) => {
  const [finding] = firingFindings(claude, firing, around);
  expect(finding).toMatchObject({ level, message: expect.stringMatching(message) });
  if (level === "warning") expect(finding?.fix).toContain('claude -p "Say hello."');
});
