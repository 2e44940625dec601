import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { tempSidecar } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runScript } from "./spawn.ts";

const env = { PATH: process.env.PATH ?? "" };

const sh = (line: string, over: { input?: string; timeoutMs?: number; cwd?: string } = {}) =>
  runScript({ command: ["/bin/sh", "-c", line], cwd: tmpdir(), env, input: "{}", timeoutMs: 60_000, ...over });

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 1000; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    // A zombie that nobody reaps is gone as well.
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return true;
    await pause(20);
  }
  return false;
}

const pidIn = (file: string): number => Number(readFileSync(file, "utf8").trim());

describe("a script", () => {
  it.each([
    ["cat", '{"a":1}', '{"a":1}\n', null],
    ["true", "{}", "", null],
    ["exec <&-; echo done", "x".repeat(1_000_000), "done\n", null],
    ["echo no >&2; exit 1", "{}", "", "it ended with exit code 1"],
    // What it decided is well said all the same.
    ["echo '{}'; exit 2", "{}", "{}\n", "it ended with exit code 2"],
    ["echo '{}'; kill -9 $$", "{}", "", "it was ended by SIGKILL"],
    ["head -c 3000000 /dev/zero", "{}", "", "it printed more than 1 MB"],
    ["yes", "{}", "", "it printed more than 1 MB"],
  ])("%s", async (line, input, stdout, fault) => {
    expect(await sh(line, { input })).toMatchObject({ stdout, fault, timedOut: false });
  });

  it("keeps the end of what it wrote to stderr", async () => {
    const { stderr } = await sh("head -c 100000 /dev/zero | tr '\\0' x >&2; echo the end >&2");
    expect(stderr.length).toBe(8192);
    expect(stderr.endsWith("the end\n")).toBe(true);
  });

  it("that is not there does not start", async () => {
    const ran = await runScript({ command: ["/nowhere/x"], cwd: tmpdir(), env, input: "", timeoutMs: 1000 });
    expect(ran.fault).toContain("could not be started");
  });

  it("that hangs is ended with all it started, also when it ignores being asked", async () => {
    const root = tempSidecar();
    const file = join(root, "pid");
    // Long enough to have begun; it would go on for ten minutes.
    const line = `trap '' TERM; (trap '' TERM; sleep 600) & echo $! > ${file}; sleep 600`;
    expect(await sh(line, { timeoutMs: 2000 })).toMatchObject({ timedOut: true, fault: "it took longer than 2000 ms" });
    expect(await isGone(pidIn(file))).toBe(true);
  });

  it("that leaves children behind is answered at once, and they are ended", async () => {
    const root = tempSidecar();
    const file = join(root, "pid");
    const ran = await sh(`sleep 600 & echo $! > ${file}; echo '{}'`);
    expect(ran).toMatchObject({ stdout: "{}\n", fault: null });
    expect(await isGone(pidIn(file))).toBe(true);
  });

  it("whose child escapes into a session of its own and holds the pipe does not keep us waiting", async () => {
    const file = join(tempSidecar(), "pid");
    // The script ends once its child is in that session.
    const ran = await sh(
      `setsid sh -c 'echo $$ > ${file}; exec sleep 60' & while ! [ -s ${file} ]; do sleep 0.01; done; echo '{}'`,
    );
    const pid = pidIn(file);
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    expect(ran).toMatchObject({ stdout: "{}\n", fault: null });
    // It holds the pipe still: nobody waited for it.
    expect(() => process.kill(pid, 0)).not.toThrow();
  });
});
