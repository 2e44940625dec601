import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFollowUps } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { governed } from "../scenarios/harness.ts";
import { repository, script } from "./hooks-bed.ts";

/** A script that answers with this. */
const says = (id: string, answer: object, more = "") => script(id, `echo '${JSON.stringify(answer)}'`, more);

const asking = {
  follow_up_actions: [{ kind: "open_file", payload: { path: "a.ts" } }],
  update_matcher_suggestions: [{ ability_id: "billing_regression", signal: "frequent_usage", weight: 0.7 }],
};
const hints = ".system/cache/matcher_suggestions.json";

describe("what hooks ask for is kept", () => {
  it("in the queue and among the hints for the matcher, the newest weight of each signal", async () => {
    const repo = repository();
    repo.declare("asks", "PostAbilityCall", says("asks", asking));
    await repo.trust();
    await repo.hear("tool.after");
    expect((await listFollowUps(repo.root)).map(({ payload }) => payload)).toEqual([{ path: "a.ts" }]);
    expect(JSON.parse(repo.read(hints))).toEqual({ billing_regression: { frequent_usage: 0.7 } });
    const later = [
      { ability_id: "billing_regression", signal: "recent_failure", weight: 0.1 },
      { ability_id: "billing_regression", signal: "frequent_usage", weight: 0.9 },
    ];
    repo.declare("asks", "PostAbilityCall", says("asks", { update_matcher_suggestions: later }));
    await repo.trust();
    await repo.hear("tool.after");
    expect(JSON.parse(repo.read(hints))).toEqual({
      billing_regression: { frequent_usage: 0.9, recent_failure: 0.1 },
    });
  });

  it("also where there is no log", async () => {
    const repo = repository();
    writeFileSync(join(repo.root, ".system/logs"), "a file");
    repo.declare("asks", "PostAbilityCall", says("asks", asking));
    await repo.trust();
    await repo.hear("tool.after");
    expect(await listFollowUps(repo.root)).toHaveLength(1);
    expect(JSON.parse(repo.read(hints))).toHaveProperty("billing_regression");
  });

  it("each for itself, and the log says what was not", async () => {
    const repo = repository();
    mkdirSync(join(repo.root, hints), { recursive: true });
    const large = { kind: "open_file", payload: { path: "x".repeat(9000) } };
    const answer = { ...asking, follow_up_actions: [...asking.follow_up_actions, large] };
    repo.declare("asks", "PostAbilityCall", says("asks", answer));
    await repo.trust();
    await repo.hear("tool.after");
    expect(await listFollowUps(repo.root)).toHaveLength(1);
    expect(repo.wholeLog().map(({ message }) => message)).toEqual([
      undefined,
      "A follow-up (open_file) was not kept: it is too large",
      expect.stringMatching(/^Its hints for the matcher were not kept: ./),
    ]);
  });

  it("and doctor says when nothing can be written down", async () => {
    const bed = await governed({ ".system/logs": "a file" });
    const { out } = await bed.writ(["doctor", "--json"]);
    const { findings }: { findings: { about: string; level: string; message: string }[] } = JSON.parse(out);
    expect(findings.filter(({ about, level }) => about === "event hooks" && level === "error")).toMatchObject([
      { message: "What hooks do is not written down: .system/logs is not a folder." },
    ]);
  });
});

describe("the log", () => {
  it("has every message, also those nobody is shown, without secrets", async () => {
    const repo = repository();
    const messages = [...Array.from({ length: 24 }, (_, at) => `message ${at}`), "password=hunter2"];
    repo.declare("talks", "SessionStop", says("talks", { messages_to_user: messages, usage_recorded: true }));
    await repo.trust();
    const told = await repo.hear("turn.end");
    expect(told?.messages?.at(-1)).toBe("6 more messages are in .system/logs/hooks.log.");
    const [run, ...said] = repo.wholeLog();
    expect(run).toMatchObject({ hook_id: "talks", status: "ok", usage_recorded: true });
    expect(said.map(({ message_to_user }) => message_to_user)).toEqual([
      ...messages.slice(0, 24),
      "password=[redacted]",
    ]);
  });

  it("has two hundred lines of what one run said, and no more", async () => {
    const repo = repository();
    const messages = Array.from({ length: 300 }, (_, at) => `${at}`);
    repo.declare("talks", "SessionStop", says("talks", { messages_to_user: messages }));
    await repo.trust();
    await repo.hear("turn.end");
    expect(repo.wholeLog()).toHaveLength(202);
    expect(repo.wholeLog().at(-1)?.message).toBe("100 more are not written down.");
  });

  it("is put aside at a megabyte, and three old ones stay", async () => {
    const repo = repository();
    repo.declare("h", "SessionStop", script("h", "true"));
    await repo.trust();
    await repo.hear("turn.end");
    const log = join(repo.root, ".system/logs/hooks.log");
    for (const age of ["a", "b", "c", "d"]) {
      writeFileSync(log, age.repeat(1_000_000));
      await repo.hear("turn.end");
      expect(repo.log()).toMatchObject([{ hook_id: "h" }]);
    }
    expect([1, 2, 3].map((number) => repo.read(`.system/logs/hooks.log.${number}`)[0])).toEqual(["d", "c", "b"]);
    expect(existsSync(`${log}.4`)).toBe(false);
  });
});

describe("a suggested ability", () => {
  it("is vouched for only where a registry has it", async () => {
    const repo = repository();
    const source = ".system/registry/high-level/billing.yaml";
    repo.write(source, "id: billing_regression\nkind: script\nsummary: Run the billing regression suite\n");
    const suggested_abilities = ["billing_regression", "made_up"].map((id) => ({ id, reason: "it fits" }));
    repo.declare("suggests", "UserPromptSubmit", says("suggests", { suggested_abilities }));
    await repo.trust();
    const told = await repo.hear("prompt.submit", { prompt: "test billing" });
    expect(told?.context?.split("\n").slice(1)).toEqual([
      `- billing_regression: it fits [${source}]`,
      "- made_up: it fits [not in any registry here]",
    ]);
  });
});

describe("a decision of a handler that exits with a failure", () => {
  const refuses = { error: "blocked_by_policy", messages_to_user: ["Not here."] };
  const exits = (answer: string, more: string) => script("guard", `echo '${answer}'\nexit 2`, more);

  it.each([
    ["", "tool.before"],
    ["blocking: true\n", "tool.before"],
    ["", "prompt.submit"],
  ] as const)("counts (%j, %s)", async (more, event) => {
    const repo = repository();
    repo.declare("guard", "[PreAbilityCall, UserPromptSubmit]", exits(JSON.stringify(refuses), more));
    await repo.trust();
    const told = await repo.hear(event, event === "prompt.submit" ? { prompt: "x" } : {});
    expect(told?.deny).toMatchObject({ code: "BLOCKED_BY_POLICY", message: "Not here." });
    expect(repo.log()[0]).toMatchObject({ status: "failed", reason: "it ended with exit code 2" });
  });

  it.each([
    ["another error", '{"error":"no","messages_to_user":["said"]}'],
    ["no error", '{"messages_to_user":["said"],"follow_up_actions":[{"kind":"open_file","payload":{"path":"a"}}]}'],
    ["no JSON", 'blocked_by_policy {"error":"blocked_by_policy"}'],
  ])("is none with %s: nothing of it counts", async (_, answer) => {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", exits(answer, ""));
    await repo.trust();
    expect(await repo.hear("tool.before")).toBeNull();
    expect(await listFollowUps(repo.root)).toEqual([]);
    expect(repo.log()).toMatchObject([{ status: "failed" }]);
  });
});
