import { existsSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { HookEngine } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { type Bed, command, folder, guarded, ok, run } from "./cli-bed.ts";

const record = ".git/writ/governed";

/** Where no shim is left, an agent's hook reaches the command itself. */
async function writes(bed: Bed, cwd = bed.root): Promise<string> {
  const payload = {
    ...{ session_id: "s-1", transcript_path: "", cwd, hook_event_name: "PreToolUse", permission_mode: "default" },
    ...{ tool_name: "Write", tool_input: { file_path: join(cwd, "a.ts"), content: "a" }, tool_use_id: "t-1" },
  };
  const { out } = await bed.writ(["hook", "claude-code", "PreToolUse"], { cwd, stdin: JSON.stringify(payload) });
  const said = out === "" ? {} : JSON.parse(out).hookSpecificOutput;
  return said.permissionDecision === "deny" ? JSON.parse(said.permissionDecisionReason).code : "pass";
}

const loseSidecar = (bed: Bed) => rmSync(join(bed.root, ".orchestration"), { recursive: true });

/** A host that uses the library, in a folder of its session. */
async function hostWrites(cwd: string): Promise<string> {
  const engine = new HookEngine();
  engine.registerDefaultHooks({ approval: "config" });
  const path = join(cwd, "a.ts");
  const outcome = await engine.executeTool(
    "write_to_file",
    { path, content: "a" },
    { session: { id: "host-1", cwd }, execute: () => "written" },
  );
  return JSON.stringify(outcome);
}

describe("a governed repository whose sidecar was deleted", () => {
  it("denies changes from hooks and the library, with a next step", async () => {
    const bed = await guarded();
    expect(await bed.read(record)).toBe("governed\n.\n");
    loseSidecar(bed);
    expect(await writes(bed)).toBe("SIDECAR_MISSING");
    expect(await writes(bed, join(bed.root, "src"))).toBe("SIDECAR_MISSING");
    expect(await hostWrites(join(bed.root, "src"))).toContain("SIDECAR_MISSING");
    expect(existsSync(join(bed.root, ".orchestration"))).toBe(false);
  });

  it.each([["status"], ["log"], ["intent", "list"]])("makes writ %s say what to do", async (...words) => {
    const bed = await guarded();
    loseSidecar(bed);
    const { code, err } = await bed.writ(words);
    expect(code).not.toBe(0);
    expect(err).toContain(".orchestration/ is missing");
    expect(err).toContain("writ uninstall");
    expect(existsSync(join(bed.root, ".orchestration"))).toBe(false);
  });

  it("is reported by doctor, which creates nothing", async () => {
    const bed = await guarded();
    loseSidecar(bed);
    const { code, out } = await bed.writ(["doctor"]);
    expect(code).toBe(1);
    expect(out).toContain("writ uninstall");
    expect(existsSync(join(bed.root, ".orchestration"))).toBe(false);
  });

  it("can be set up again", async () => {
    const bed = await guarded();
    loseSidecar(bed);
    await ok(bed.writ(["init", "--yes"]));
    expect(await writes(bed)).toBe("NO_ACTIVE_INTENT");
  });

  it("is let go by uninstall, with the record", async () => {
    const bed = await guarded();
    loseSidecar(bed);
    await ok(bed.writ(["uninstall"]));
    expect(existsSync(join(bed.root, ".git/writ"))).toBe(false);
    expect(await hostWrites(join(bed.root, "src"))).not.toContain("SIDECAR_MISSING");
  });

  it("denies in a linked work tree, until uninstall ends it for that one alone", async () => {
    const bed = await guarded();
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "guarded");
    const other = join(bed.root, "../", `${bed.root.split("/").at(-1)}-tree`);
    bed.git("worktree", "add", "--quiet", "--detach", other);
    try {
      await rm(join(other, ".orchestration"), { recursive: true });
      expect(await writes(bed, other)).toBe("SIDECAR_MISSING");
      await ok(bed.writ(["uninstall", "--purge", "--yes"], { cwd: other }));
      expect(await hostWrites(other)).not.toContain("SIDECAR_MISSING");
      expect(await bed.read(record)).toBe("governed\n.\n");
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it("outside git is known from the user's own state", async () => {
    const bed = await folder();
    await ok(bed.writ(["init", "--yes"]));
    const file = join(bed.env.HOME ?? "", ".local/state/writ/folders", bed.root, "governed");
    expect(existsSync(file)).toBe(true);
    loseSidecar(bed);
    expect((await bed.writ(["status"])).err).toContain(".orchestration/ is missing");
    await ok(bed.writ(["uninstall"]));
    expect(existsSync(join(bed.env.HOME ?? "", ".local/state/writ"))).toBe(false);
  });
});

describe("a repository that version 0.1.0 set up", () => {
  it.each([
    ["a user's command", async (bed: Bed) => void (await ok(bed.writ(["status"])))],
    ["a hook", async (bed: Bed) => void (await writes(bed))],
  ])("is recorded by the first %s", async (_, act) => {
    const bed = await guarded();
    await rm(join(bed.root, ".git/writ"), { recursive: true });
    await act(bed);
    expect(await bed.read(record)).toBe("governed\n.\n");
  });

  it("is not recorded again by a look once it is uninstalled", async () => {
    const bed = await guarded();
    await ok(bed.writ(["uninstall"]));
    await ok(bed.writ(["status"]));
    expect(existsSync(join(bed.root, record))).toBe(false);
  });
});

it("an MCP server that starts without the sidecar serves nothing", async () => {
  const bed = await guarded();
  loseSidecar(bed);
  const asked = [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "list_active_intents", arguments: {} } },
  ];
  const stdin = `${asked.map((one) => JSON.stringify(one)).join("\n")}\n`;
  const { out } = await run(process.execPath, [command, "mcp"], { cwd: bed.root, env: bed.env, stdin });
  expect(out).toContain("SIDECAR_MISSING");
});
