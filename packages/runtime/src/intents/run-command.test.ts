import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sha256 } from "../hash.ts";
import { runCommand } from "./run-command.ts";

function folder(): string {
  const repo = scratch({}, null);
  onTestFinished(() => repo.remove());
  return repo.root;
}

const run = (line: string, timeoutMs = 20_000, cwd = folder()) =>
  runCommand(line, { cwd, timeoutMs, signal: new AbortController().signal });

/** Gone, or only waiting to be reaped by somebody who does not. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}

describe("a criterion's command", () => {
  it.each([
    ["true", "passed", 0],
    ["echo hello", "passed", 0],
    ["exit 3", "failed", 3],
    ["no-such-program-here", "failed", 127],
    ["false; echo never", "failed", 1],
    ["false | true", "failed", 1],
    ["no-such-program-here | tee log", "failed", 127],
    ["true | cat", "passed", 0],
    ["false || true", "passed", 0],
    ["true\nfalse\ntrue", "failed", 1],
    ["kill -9 $$", "failed", null],
    ["cat", "passed", 0],
  ])("%j ends as %s with %s", async (line, outcome, exitCode) => {
    expect(await run(line)).toMatchObject({ outcome, exitCode });
  });

  it("is not run where it has a pipe and no shell tells of its first part; the surroundings bring nothing into it", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "bash"), "#!/bin/sh\nexit 2\n", { mode: 0o755 });
    writeFileSync(join(cwd, "sh"), '#!/bin/bash\ncase "$*" in *pipefail*) exit 2;; esac\nexec /bin/sh "$@"\n', {
      mode: 0o755,
    });
    writeFileSync(join(cwd, "first"), "exit 0\n");
    vi.stubEnv("BASH_ENV", join(cwd, "first"));
    expect(await run("exit 3", 20_000, cwd)).toMatchObject({ outcome: "failed", exitCode: 3 });
    vi.stubEnv("BASH_ENV", undefined);
    vi.stubEnv("PATH", `${cwd}${delimiter}${process.env.PATH}`);
    expect(await run("echo a | cat", 20_000, cwd)).toMatchObject({
      outcome: "not-started",
      tail: expect.stringContaining("without a pipe"),
    });
    expect(await run("false || echo a", 20_000, cwd)).toMatchObject({ outcome: "passed" });
    vi.unstubAllEnvs();
  });

  it("is known by what it printed, and only the end of that is kept to be shown", async () => {
    const { output, tail } = await run("echo out; sleep 0.1; echo err >&2");
    expect(output).toBe(sha256("out\nerr\n"));
    expect(tail).toBe("out\nerr\n");
    const much = await run("seq 1 20000");
    expect(much.tail.length).toBeLessThan(20_000);
    expect(much.tail).toMatch(/\n20000\n$/);
  });

  it("ends with all it started when its time is over", async () => {
    const { outcome, tail, durationMs } = await run("sleep 60 & echo $!; trap '' TERM; sleep 60", 400);
    expect(outcome).toBe("timed-out");
    expect(durationMs).toBeLessThan(10_000);
    await sleep(50);
    expect(isGone(Number(tail.trim()))).toBe(true);
  });

  it("leaves nothing running behind", async () => {
    const { outcome, tail } = await run("sleep 60 & echo $!");
    expect(outcome).toBe("passed");
    await sleep(50);
    expect(isGone(Number(tail.trim()))).toBe(true);
  });

  it("that cannot be started says so", async () => {
    expect(await run("true", 1000, "/no/such/folder")).toMatchObject({ outcome: "not-started", exitCode: null });
  });
});
