import { existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { countLate } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { hear, module, repository, script, until } from "./hooks-bed.ts";

const slow = "timeout_ms: 30000\n";
const soon = { budgetMs: 400 };
const goesOn = "The hook check takes longer and goes on by itself; its result comes later.";
const lateBox = ".orchestration/.state/late";

/** Whether something waits in a box, and the hook that said it has ended. */
const isSaid = (root: string): boolean =>
  readdirSync(join(root, lateBox), { recursive: true }).some((name) => String(name).endsWith(".said.json")) &&
  countLate(root).running === 0;

/** A repository whose hook is late at the end of a turn. */
async function withLate(line = 'sleep 1; echo \'{"messages_to_user":["built"]}\'') {
  const repo = repository();
  repo.declare("check", "SessionStop", script("check", line, slow));
  await repo.trust();
  expect(await repo.hear("turn.end", {}, {}, soon)).toEqual({ messages: [goesOn] });
  return repo;
}

describe("a hook with more time than its agent waits", () => {
  it("counts as usual when it is done in time", async () => {
    const repo = repository();
    repo.declare("check", "SessionStop", script("check", 'echo \'{"messages_to_user":["built"]}\'', slow));
    await repo.trust();
    expect((await repo.hear("turn.end", {}, {}, { budgetMs: 8000 }))?.messages).toEqual(["built"]);
    expect(repo.log()).toMatchObject([{ hook_id: "check", status: "ok" }]);
    expect(await repo.hear("turn.end", { session: { id: "s-2", agent: "codex" } }, {}, { budgetMs: 8000 })).toEqual({
      messages: ["built"],
    });
  });

  it.each([
    [
      "script",
      script(
        "check",
        'sleep 1; echo \'{"messages_to_user":["built"],"follow_up_actions":[{"kind":"open_file","path":"a.ts"}]}\'',
        slow,
      ),
    ],
    [
      "module",
      module(
        "check",
        'export default async () => { await new Promise((go) => setTimeout(go, 1000)); return { messages_to_user: ["built"], follow_up_actions: [{ kind: "open_file", path: "a.ts" }] }; };',
        slow,
      ),
    ],
  ])("goes on otherwise, and what it says comes once, with the session's next event (%s)", async (_, hook) => {
    const repo = repository();
    repo.declare("check", "SessionStop", hook);
    await repo.trust();
    expect(await repo.hear("turn.end", {}, {}, soon)).toEqual({ messages: [goesOn] });
    expect(repo.log()).toMatchObject([{ hook_id: "check", status: "late" }]);
    await until(() => repo.log().length === 2);
    expect(repo.log()[1]).toMatchObject({ hook_id: "check", status: "ok" });
    await until(() => isSaid(repo.root));
    expect(countLate(repo.root)).toEqual({ waiting: 1, running: 0 });
    // Another session hears nothing of it, and another process delivers it as well as this one.
    expect(await repo.hear("tool.before", { session: { id: "other", agent: "codex" } })).toBeNull();
    const other = repo.open();
    expect(await hear(other, repo.root, "tool.before")).toEqual({ messages: ["built"] });
    expect(countLate(repo.root)).toEqual({ waiting: 0, running: 0 });
    expect(await repo.hear("tool.before")).toBeNull();
    const [followUps = ""] = repo.read(".orchestration/.state/followups.json").split("\n");
    expect(JSON.parse(followUps)).toMatchObject([
      { hook: "check", kind: "open_file", payload: { path: "a.ts" }, status: "open", session: "s-1" },
    ]);
  });

  it("holds nobody up for longer than two seconds", async () => {
    const repo = repository();
    repo.declare("check", "SessionStop", script("check", "sleep 4", slow));
    await repo.trust();
    const began = performance.now();
    expect(await repo.hear("turn.end")).toEqual({ messages: [goesOn] });
    expect(performance.now() - began).toBeLessThan(3500);
    expect(countLate(repo.root)).toEqual({ waiting: 0, running: 1 });
    await until(() => isSaid(repo.root));
  });

  it.each(["session.start", "turn.end"] as const)(
    "is told with %s to somebody else, once its own session has ended",
    async (name) => {
      const repo = await withLate();
      await repo.hear("session.end", {}, {}, { tells: false });
      await until(() => isSaid(repo.root));
      const other = { session: { id: "s-2", agent: "codex" } } as const;
      // An agent that shows nothing takes nothing.
      expect(await repo.hear("tool.before", other, {}, { tells: false })).toBeNull();
      rmSync(join(repo.root, ".system/hooks/check.yaml"));
      expect(await repo.hear(name, other)).toEqual({ messages: ["From an earlier session (check): built"] });
      expect(await repo.hear(name, other)).toBeNull();
      expect(readdirSync(join(repo.root, lateBox))).toEqual([]);
    },
  );

  it("keeps what it says for its own session when that comes back", async () => {
    const repo = await withLate();
    await repo.hear("session.end");
    await until(() => isSaid(repo.root));
    expect((await repo.hear("session.start"))?.messages).toEqual(["built"]);
  });

  it("is told to the next session when its own fell silent an hour ago", async () => {
    const repo = await withLate();
    await until(() => isSaid(repo.root));
    const [box = ""] = readdirSync(join(repo.root, lateBox));
    const before = Date.now() / 1000 - 2 * 3600;
    utimesSync(join(repo.root, lateBox, box), before, before);
    const told = await repo.hear("session.start", { session: { id: "s-2", agent: "codex" } });
    expect(told?.messages).toEqual(["From an earlier session (check): built"]);
  });

  it("runs once at a time for a session", async () => {
    const repo = repository();
    repo.declare("check", "SessionStop", script("check", "echo x >> ran; sleep 2", slow));
    await repo.trust();
    await repo.hear("turn.end", {}, {}, soon);
    // The next stop tells of the same changes again.
    expect(await repo.hear("turn.end", {}, {}, soon)).toEqual({ unheard: true });
    expect(repo.log().map(({ status }) => status)).toEqual(["late", "skipped"]);
    await until(() => repo.log().length === 3);
    expect(repo.read("ran")).toBe("x\n");
  });

  it("is forgotten when nobody took what it said for a week", async () => {
    const repo = repository();
    repo.declare("check", "SessionStop", script("check", "sleep 1", slow));
    await repo.trust();
    await repo.hear("turn.end", {}, {}, soon);
    const late = join(repo.root, ".orchestration/.state/late");
    const [box = ""] = readdirSync(late);
    await until(() => repo.log().length === 2);
    await until(() => readdirSync(join(late, box)).every((name) => name.endsWith(".said.json")));
    utimesSync(join(late, box), 0, 0);
    await repo.hear("session.start", { session: { id: "s-2", agent: "codex" } });
    expect(existsSync(join(late, box))).toBe(false);
  });

  it("is no guard: what refuses is waited for, and refuses when it is late", async () => {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", script("guard", "sleep 5", `${slow}blocking: true\n`));
    await repo.trust();
    expect((await repo.hear("tool.before", {}, {}, soon))?.deny?.code).toBe("HOOK_TIMEOUT");
  });
});

it("keeps what the agent shows nobody now for the session's next event", async () => {
  const repo = repository();
  repo.declare("m", "PostAbilityCall", script("m", 'echo \'{"messages_to_user":["note"]}\''));
  await repo.trust();
  expect(await repo.hear("tool.after", {}, {}, { tells: false })).toBeNull();
  expect(await repo.hear("turn.end")).toEqual({ messages: ["note"] });
  expect(await repo.hear("turn.end")).toBeNull();
});
