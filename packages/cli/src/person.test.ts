import type { Session } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { governingSession, markedAgent, requirePerson } from "./person.ts";
import type { ProcessRef } from "./process-tree.ts";

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

describe("a person's command", () => {
  const world = (env: Record<string, string>, lineage: readonly ProcessRef[] = [shell, agent, terminal]) => ({
    env,
    ancestors: async () => lineage,
    isRunning: async ({ pid }: { pid: number }) => pid === 20,
  });
  const init = { pid: 1, started: "1", name: "systemd" };
  const atWork = [session("a", { pid: 20, started: "200" })];
  const gone = [session("a", { pid: 21, started: "200" })];

  it("goes on in a plain terminal", async () => {
    await expect(requirePerson("approve", world({}), [])).resolves.toBeUndefined();
  });

  it.each([
    ["beneath a governed session", {}, [session("a", { pid: 20, started: "200" })]],
    ["with an agent's mark", { CLAUDECODE: "1" }, []],
  ])("is refused %s", async (_, env, sessions) => {
    await expect(requirePerson("approve", world(env), sessions)).rejects.toMatchObject({
      problem: { code: "PERSON_ONLY", message: "writ approve is for a person, not for an agent." },
    });
  });

  it.each<[string, ProcessRef[], Session[], boolean]>([
    ["alone under init, while an agent is at work", [init], atWork, false],
    ["in a shell under init, while an agent is at work", [shell, init], atWork, false],
    ["in a shell under a user's own init", [shell, { ...init, pid: 900 }, init], atWork, false],
    ["alone under init, when the agent is gone", [init], gone, true],
    ["in a shell that leads a terminal", [{ ...shell, leadsTerminal: true }, init], atWork, true],
    ["in a multiplexer", [shell, terminal, init], atWork, true],
    ["in an editor", [{ pid: 40, started: "400", name: "code" }, init], atWork, true],
    ["where no processes are shown", [], atWork, true],
  ])("%s", async (_, lineage, sessions, isPerson) => {
    const asked = requirePerson("approve", world({}, lineage), sessions);
    if (isPerson) await expect(asked).resolves.toBeUndefined();
    else await expect(asked).rejects.toMatchObject({ problem: { code: "PERSON_ONLY" } });
  });
});
