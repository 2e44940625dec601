import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hear, module, repository, script, until } from "./hooks-bed.ts";

const slow = "timeout_ms: 30000\n";
const soon = { budgetMs: 400 };

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
    expect(await repo.hear("turn.end", {}, {}, soon)).toBeNull();
    expect(repo.log()).toMatchObject([{ hook_id: "check", status: "late" }]);
    await until(() => repo.log().length === 2);
    expect(repo.log()[1]).toMatchObject({ hook_id: "check", status: "ok" });
    const box = join(repo.root, ".orchestration/.state/late");
    await until(() => readdirSync(box, { recursive: true }).some((name) => String(name).endsWith(".said.json")));
    // Another session hears nothing of it, and another process delivers it as well as this one.
    expect(await repo.hear("tool.before", { session: { id: "other", agent: "codex" } })).toBeNull();
    const other = repo.open();
    expect(await hear(other, repo.root, "tool.before")).toEqual({ messages: ["built"] });
    expect(await repo.hear("tool.before")).toBeNull();
    expect(JSON.parse(repo.read(".orchestration/.state/followups.json"))).toMatchObject([
      { hook: "check", kind: "open_file", payload: { path: "a.ts" }, status: "open", session: "s-1" },
    ]);
  });

  it("runs once at a time for a session", async () => {
    const repo = repository();
    repo.declare("check", "SessionStop", script("check", "echo x >> ran; sleep 2", slow));
    await repo.trust();
    await repo.hear("turn.end", {}, {}, soon);
    await repo.hear("turn.end", {}, {}, soon);
    expect(repo.log().map(({ status }) => status)).toEqual(["late", "skipped"]);
    await until(() => repo.log().length === 3);
    expect(repo.read("ran")).toBe("x\n");
  });

  it("is forgotten when nobody took what it said for a day", async () => {
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
