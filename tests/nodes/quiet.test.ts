import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { type Bed, command, daemonsIn, guarded, run } from "../scenarios/cli-bed.ts";
import { governed, startAgent } from "../scenarios/harness.ts";
import { served } from "../scenarios/mcp-bed.ts";

vi.hoisted(() => {
  process.env.WRIT_TEST_HOOKS = "installed";
});

/** Deprecations that Node does not show yet are shown as well: they are what the next version prints. */
const strict = { NODE_OPTIONS: "--pending-deprecation --trace-warnings" };

const runtimeOf = (bed: Bed): string => bed.env.XDG_RUNTIME_DIR ?? "";

/** The pid of the daemon of a bed, once it says how to reach it. */
async function daemonOf(bed: Bed): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const [found] = await daemonsIn(runtimeOf(bed));
    if (found !== undefined) return found.pid;
    await pause(50);
  }
  throw new Error("no daemon came up");
}

describe("no warning of Node is printed", { timeout: 120_000 }, () => {
  it("by the commands", async () => {
    const bed = await guarded();
    for (const line of [
      "--version",
      "--help",
      "status",
      "doctor",
      "explain src/auth/login.ts --intent INT-001",
      "explain ls --intent INT-001",
      "intent list",
      "intent map",
      "lesson check-the-clock",
      "log",
      "blame src/auth/login.ts",
      "why src/auth/login.ts",
      "report",
      "export",
      "approve",
      "grants",
      "alarms",
      "undo",
      "trust",
      "hooks list",
      "abilities list",
      "knowledge lint",
      "followups list",
      "publish",
      "verify --anchor",
      "verify",
      "check --work-tree",
      "daemon status",
      "completions bash",
      "uninstall",
    ]) {
      const { err } = await bed.writ(line.split(" "), { env: strict });
      expect({ line, err }).toEqual({ line, err: "" });
    }
  });

  it("by a hook that starts the daemon, and by one that the daemon answers", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const claude = startAgent({ ...bed, env: { ...bed.env, ...strict } }).session("s-1");
    const first = await claude.select("INT-001");
    await daemonOf(bed);
    await claude.read("src/auth/a.ts");
    const second = await claude.write("src/auth/a.ts", "two\n");
    expect([first, second].map(({ says, err }) => ({ says, err }))).toEqual([
      { says: "pass", err: "" },
      { says: "pass", err: "" },
    ]);
  });

  it("by the daemon itself", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const child = spawn(process.execPath, [command, "daemon", "run", bed.root], {
      cwd: bed.root,
      env: { ...bed.env, ...strict },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    const closed = new Promise((resolve) => child.once("close", resolve));
    expect(await daemonOf(bed)).toBe(child.pid);
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.read("src/auth/a.ts");
    expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("pass");
    await bed.writ(["daemon", "stop"]);
    await closed;
    expect(err).toBe("");
  });

  it("by the MCP server", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const agent = await served(bed, { env: strict });
    await agent.select("INT-001");
    expect((await agent.write("src/auth/b.ts", "two\n")).says).toBe("ok");
    // The agent's process says which server it started; the server adds nothing.
    expect(agent.notes()).toMatch(/^server \d+\n$/);
  });

  it("by the library", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const index = new URL("../../packages/cli/dist/index.js", import.meta.url).href;
    const program = `
      const { createWrit } = await import(${JSON.stringify(index)});
      const writ = await createWrit(process.cwd());
      await writ.close();
    `;
    const { code, err } = await run(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: bed.root,
      env: { ...bed.env, ...strict },
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});
