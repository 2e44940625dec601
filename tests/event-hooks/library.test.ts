import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { HookEngine } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { repository, script } from "./hooks-bed.ts";

const library = pathToFileURL(fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url))).href;

const forbids = `grep -q forbidden && echo '{"error":"blocked_by_policy","messages_to_user":["no"]}'; exit 0`;

describe("a host that runs its tools through executeTool", () => {
  async function host(over: ConstructorParameters<typeof HookEngine>[0] = {}) {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", script("guard", forbids, "blocking: true\n"));
    repo.declare("watch", "PostAbilityCall", script("watch", 'cat > seen; echo \'{"messages_to_user":["seen"]}\''));
    await repo.trust();
    const engine = new HookEngine({ root: repo.root, approval: "never", ...over });
    engine.registerDefaultHooks();
    const session = { id: "s-1", cwd: repo.root };
    const call = (command: string) =>
      engine.executeTool("execute_command", { command }, { session, execute: () => "done" });
    return { repo, call };
  }

  it("has the repository's hooks around every call (R146)", async () => {
    const told: unknown[] = [];
    const { repo, call } = await host({ onTold: (said) => told.push(said) });
    expect((await call("echo forbidden")).blocked?.code).toBe("BLOCKED_BY_POLICY");
    expect(await call("echo fine")).toMatchObject({ allowed: true, result: "done" });
    expect(JSON.parse(repo.read("seen"))).toMatchObject({
      event_type: "PostAbilityCall",
      agent: "library",
      ability_id: "execute_command",
      status: "success",
    });
    expect(told).toEqual([{ messages: ["seen"] }]);
  });

  it("switches them off with null", async () => {
    const { call } = await host({ events: null });
    expect((await call("echo forbidden")).allowed).toBe(true);
  });
});

it("comes with Writ's own hooks, and its program ends when it has nothing left to do", () => {
  const repo = repository();
  const text = `import { HookEngine } from ${JSON.stringify(library)};
const engine = new HookEngine({ root: ${JSON.stringify(repo.root)} });
engine.registerDefaultHooks();
await engine.executeTool("read_file", { path: "a.ts" }, { session: { id: "s" }, execute: () => "text" });
console.log("over");
`;
  const file = join(repo.root, "host.mjs");
  writeFileSync(file, text);
  expect(execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 15_000 })).toBe("over\n");
  expect(repo.read(".system/logs/tool_call.md")).toContain("read_file");
});
