import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { distrustHook } from "@writ/runtime";
import { openFileState } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { editsOf, guardFile, guardYaml } from "./guard-edits.ts";
import { repository, script } from "./hooks-bed.ts";

/** A repository with a guard a person trusted; it lets everything pass. */
async function guarded() {
  const repo = repository();
  repo.declare("guard", "PreAbilityCall", script("guard", "true"));
  repo.write(guardFile, guardYaml);
  await repo.trust();
  expect(await repo.hear("tool.before")).toBeNull();
  return repo;
}

describe("a guard a person trusted", () => {
  it.each(editsOf)("is not switched off by %s", async (_, edit, how) => {
    const repo = await guarded();
    edit(repo.root);
    const told = await repo.hear("tool.before");
    expect(told?.deny).toMatchObject({ code: "HOOK_UNTRUSTED", meta: { hook: "guard" } });
    expect(told?.deny?.message).toContain(`The guard guard ${how}`);
    expect((await repo.look()).lost.map(({ hook }) => hook.id)).toEqual(["guard"]);
    expect((await repo.hear("session.start"))?.messages?.[0]).toContain("The guard guard");
    // A process that knows nothing yet says the same, and what the guard never listened to passes.
    const layer = await repo.open().layer({ environment: "dev", depth: 0 });
    const event = { at: "2026-11-15T10:00:00.000Z", session: { id: "s", agent: "codex" }, cwd: repo.root } as const;
    expect(layer.listens({ ...event, name: "tool.before" })).toBe(true);
    expect((await repo.hear("prompt.submit"))?.deny).toBeUndefined();
    repo.write(guardFile, guardYaml);
    expect(await repo.hear("tool.before")).toBeNull();
  });

  it.each([
    ["the list of what is trusted is torn", ".orchestration/.state/trust.json"],
    ["what is kept of it is torn", ".orchestration/.state/guards/i-guard.id.json"],
  ])("refuses when %s", async (_, file) => {
    const repo = await guarded();
    repo.read(file);
    repo.write(file, "{garb");
    expect((await repo.hear("tool.before"))?.deny?.code).toBe("HOOK_UNTRUSTED");
    expect(await repo.hear("session.end")).toBeNull();
  });

  it.each(editsOf)("is given up by a person after %s", async (_, edit) => {
    const repo = await guarded();
    edit(repo.root);
    await distrustHook(repo.root, "guard", openFileState(join(repo.root, ".orchestration/.state")));
    expect(await repo.hear("tool.before")).toBeNull();
    expect((await repo.look()).lost).toEqual([]);
  });

  it("refuses what its trusted definition matched, in its environment, and nothing else", async () => {
    const repo = repository();
    const more = "blocking: true\nenvironments: [ci]\nmatch: { tools: [Bash] }\n";
    repo.declare("guard", "PreAbilityCall", script("guard", "true", more));
    await repo.trust();
    rmSync(join(repo.root, guardFile));
    const other = { request: { tool: "Read", input: { file_path: "a.ts" }, callId: "c-2" } };
    expect((await repo.hear("tool.before", {}, {}, { environment: "ci" }))?.deny?.code).toBe("HOOK_UNTRUSTED");
    expect(await repo.hear("tool.before", other, {}, { environment: "ci" })).toBeNull();
    expect(await repo.hear("tool.before")).toBeNull();
  });

  it("that is trusted as switched off guards nothing", async () => {
    const repo = await guarded();
    repo.write(guardFile, `${guardYaml}enabled: false\n`);
    await repo.trust();
    expect(await repo.hear("tool.before")).toBeNull();
    rmSync(join(repo.root, guardFile));
    expect(await repo.hear("tool.before")).toBeNull();
  });

  it("may move to another file", async () => {
    const repo = await guarded();
    renameSync(join(repo.root, guardFile), join(repo.root, ".system/hooks/moved.yaml"));
    expect(await repo.hear("tool.before")).toBeNull();
  });

  it("is missed also when its whole folder is gone", async () => {
    const repo = await guarded();
    rmSync(join(repo.root, ".system"), { recursive: true });
    expect((await repo.hear("tool.before"))?.deny?.code).toBe("HOOK_UNTRUSTED");
  });
});
