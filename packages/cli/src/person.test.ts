import type { Session } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { governingSession, markedAgent } from "./person.ts";

const session = (id: string, process?: Session["process"], seenAt = "2026-01-01T00:00:00.000Z"): Session => ({
  id,
  agent: "claude-code",
  startedAt: seenAt,
  seenAt,
  intent: null,
  expansions: [],
  reads: {},
  refusals: [],
  ...(process && { process }),
});
const shell = { pid: 30, started: "300", name: "bash" };
const agent = { pid: 20, started: "200", name: "claude" };
const terminal = { pid: 10, started: "100", name: "tmux" };

describe("the session a command runs beneath", () => {
  it.each<[string, Session[], string | null]>([
    ["no session at all", [], null],
    ["its agent is a parent", [session("a", { pid: 20, started: "200" })], "a"],
    ["the number was reused", [session("a", { pid: 20, started: "199" })], null],
    ["its agent runs elsewhere", [session("a", { pid: 99, started: "200" })], null],
    ["it never told its process", [session("a")], null],
    [
      "the nearest counts",
      [session("far", { pid: 10, started: "100" }), session("near", { pid: 20, started: "200" })],
      "near",
    ],
    [
      "the latest of one agent counts",
      [
        session("new", { pid: 20, started: "200" }, "2026-01-03T00:00:00.000Z"),
        session("old", { pid: 20, started: "200" }, "2026-01-02T00:00:00.000Z"),
      ],
      "new",
    ],
  ])("%s", (_, sessions, expected) => {
    expect(governingSession([shell, agent, terminal], sessions)?.id ?? null).toBe(expected);
  });
});

it.each<[Record<string, string>, string | null]>([
  [{}, null],
  [{ CLAUDECODE: "1" }, "Claude Code"],
  [{ COPILOT_CLI: "1" }, "Copilot"],
  [{ GEMINI_CLI: "1" }, "Gemini CLI"],
  [{ CLAUDECODE: "" }, null],
  [{ CLAUDECODE: "0" }, null],
  [{ CURSOR_TRACE_ID: "x", TERM: "xterm" }, null],
])("%j is a sign of %s", (env, expected) => {
  expect(markedAgent(env)).toBe(expected);
});
