import type { Config, Verdict } from "@writ/contracts";
import { aCall, aCommand, aFile, anIntent, aWrite, factsWith, type SomeFacts } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { availableIntents, gate, intentProblem } from "./gate.ts";

const read = aCall({ tool: "Read", toolName: "read_file", kind: "safe" });
const write = aWrite("src/auth/a.ts");
const select = aCall({ tool: "select_active_intent", toolName: "select_active_intent", kind: "handshake" });

describe("without an active intent", () => {
  const cases: [what: string, call: typeof write, gate: Config["gate"], answer: string][] = [
    ["a write", write, "mutating", "NO_ACTIVE_INTENT"],
    ["a read", read, "mutating", "pass"],
    ["a read", read, "all", "NO_ACTIVE_INTENT"],
    ["a safe command", aCommand("ls", "safe"), "mutating", "pass"],
    ["a safe command", aCommand("ls", "safe"), "all", "NO_ACTIVE_INTENT"],
    ["a runner", aCommand("npm test", "runs"), "mutating", "NO_ACTIVE_INTENT"],
    ["an opaque command", aCommand("sh x", "opaque"), "mutating", "NO_ACTIVE_INTENT"],
    ["an unknown tool", aCall({ tool: "Future", toolName: "Future", kind: "opaque" }), "mutating", "NO_ACTIVE_INTENT"],
    ["the handshake", select, "all", "pass"],
    ["a question", aCall({ tool: "ask", toolName: "ask_followup_question", kind: "safe" }), "all", "pass"],
    ["the completion", aCall({ tool: "done", toolName: "attempt_completion", kind: "safe" }), "all", "pass"],
  ];
  it.each(cases)("%s: %s under gate %s: %s", (_, call, mode, answer) => {
    expect(said(gate.check(call, factsWith({ for: call, session: { intent: null }, config: { gate: mode } })))).toBe(
      answer,
    );
  });

  it("names the intents that could be selected, and the tool to select one", () => {
    const verdict = gate.check(write, factsWith({ session: { intent: null } }));
    expect(verdict).toMatchObject({ problem: { meta: { available: ["INT-001"], tool: "Write" } } });
    expect(verdict.kind === "deny" && verdict.problem.hint).toContain("select_active_intent");
  });
});

it.each([
  ["a missing sidecar", { intents: { state: "missing" } }, "SIDECAR_MISSING"],
  [
    "a broken sidecar",
    { intents: { state: "invalid", file: "active_intents.yaml", reason: "line 3" } },
    "SIDECAR_INVALID",
  ],
  ["a vanished intent", { session: { intent: "INT-404" } }, "INTENT_NOT_FOUND"],
  ["an ignored intent", { ignore: ["INT-*"] }, "INTENT_IGNORED"],
  ["a complete intent", { intent: { status: "COMPLETE" } }, "INTENT_CLOSED"],
  ["a blocked intent", { intent: { status: "BLOCKED" } }, "INTENT_CLOSED"],
  ["a proposed intent", { intent: { proposed: true } }, "INTENT_CLOSED"],
  ["an expired quick intent", { intent: { quick: quickUntil("2026-11-15T09:59:59Z") } }, "INTENT_CLOSED"],
  ["a quick intent of unreadable end", { intent: { quick: quickUntil("tomorrow") } }, "INTENT_CLOSED"],
  ["a quick intent in its time", { intent: { quick: quickUntil("2026-11-15T13:00:00+02:00") } }, "pass"],
  ["a pending intent", { intent: { status: "PENDING" } }, "pass"],
  ["an open intent", {}, "pass"],
] satisfies [string, SomeFacts, string][])("%s: %s", (_, facts, answer) => {
  expect(said(gate.check(write, factsWith({ ...facts, for: write })))).toBe(answer);
  expect(said(gate.check(read, factsWith(facts)))).toBe("pass");
});

it("refuses a call it could not read, before anything else", () => {
  const verdict = gate.check(
    { ...read, invalid: "file_path is a number" },
    factsWith({ intents: { state: "missing" } }),
  );
  expect(said(verdict)).toBe("PAYLOAD_INVALID");
  expect(verdict.kind === "deny" && verdict.problem.message).toContain("file_path is a number");
});

describe("rules for tools", () => {
  const unknown = aCall({
    tool: "mcp__github__get",
    toolName: "mcp__github__get",
    kind: "opaque",
    mcp: { server: "github", tool: "get" },
  });
  it.each([
    [{ mcp__github__get: "deny" }, "BLOCKED_BY_POLICY"],
    [{ "mcp__github__*": "deny" }, "BLOCKED_BY_POLICY"],
    [{ "mcp__github__*": "deny", mcp__github__get: "safe" }, "pass"],
    [{ "mcp__*": "safe", "mcp__github__*": "deny" }, "BLOCKED_BY_POLICY"],
    [{ mcp__github__get: "safe" }, "pass"],
    [{ mcp__github__get: "changes" }, "NO_ACTIVE_INTENT"],
    [{}, "NO_ACTIVE_INTENT"],
  ] satisfies [Config["tools"], string][])("%j: %s", (tools, answer) => {
    expect(said(gate.check(unknown, factsWith({ session: { intent: null }, config: { tools } })))).toBe(answer);
  });

  it("never concern the handshake", () => {
    expect(said(gate.check(select, factsWith({ config: { tools: { "*": "deny" } } })))).toBe("pass");
  });

  it("do not make a command or a file tool safe", () => {
    const facts = factsWith({ session: { intent: null }, config: { tools: { "*": "safe" } }, for: write });
    expect(said(gate.check(write, facts))).toBe("NO_ACTIVE_INTENT");
    expect(said(gate.check(aCommand("sh x", "opaque"), facts))).toBe("NO_ACTIVE_INTENT");
  });
});

describe("scratch", () => {
  const inScratch = aFile("/tmp/x", { place: "scratch" });
  it.each([
    ["a plain file", [inScratch], "pass"],
    ["a hard link", [{ ...inScratch, links: 2 }], "NO_ACTIVE_INTENT"],
    ["a protected file", [{ ...inScratch, tier: "protected" as const }], "NO_ACTIVE_INTENT"],
    ["a workspace file", [aFile("/tmp/x")], "NO_ACTIVE_INTENT"],
  ])("%s: %s", (_, files, answer) => {
    expect(said(gate.check(aWrite("/tmp/x"), factsWith({ session: { intent: null }, files })))).toBe(answer);
  });
});

it.each(["person-only:approve", "starts a program; person-only:intent accept"])(
  "refuses what a person must do: %s",
  (reason) => {
    const call = aCommand("writ approve T-1", "risky");
    const command = { text: "writ approve T-1", class: "risky", programs: ["writ"], reasons: [reason] } as const;
    expect(said(gate.check({ ...call, command }, factsWith()))).toBe("PERSON_ONLY");
  },
);

it("lists only the intents that can be worked on", () => {
  const intents = [
    anIntent({ id: "A" }),
    anIntent({ id: "B", status: "COMPLETE" }),
    anIntent({ id: "C", proposed: true }),
    anIntent({ id: "D" }),
  ];
  const facts = factsWith({ intents: { state: "ok", intents }, ignore: ["D"] });
  expect(availableIntents(facts)).toEqual(["A"]);
  expect(intentProblem("A", facts)).toBeNull();
  expect(intentProblem("X", facts)?.message).toContain("X");
});

function quickUntil(expiresAt: string) {
  return { expiresAt, maxFiles: 5, maxLines: 200 };
}

function said(verdict: Verdict): string {
  return verdict.kind === "ask" || verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
}
