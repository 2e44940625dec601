import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { endProcessesOf, processesOf } from "./processes.ts";

const hasProc = existsSync("/proc/self/environ");

function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-own-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A process that lasts, and says when it is there. */
async function lasting(code: string, options: { cwd?: string; env?: Record<string, string> }): Promise<number> {
  const source = `${code}; setInterval(() => {}, 1000); console.log("there");`;
  const child = spawn(process.execPath, ["-e", source], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
    ...options,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child.pid ?? 0;
}

it.runIf(hasProc)("finds what was started with the folder, also out of its tree, and nothing else", async () => {
  const [ours, theirs] = [tempFolder(), tempFolder()];
  const inHome = await lasting("", { env: { HOME: join(ours, "home") } });
  const inFolder = await lasting("", { cwd: ours, env: {} });
  const other = await lasting("", { env: { HOME: join(theirs, "home") } });
  const found = processesOf(ours).map(({ pid }) => pid);
  expect(found.sort()).toEqual([inHome, inFolder].sort());
  await endProcessesOf(ours, ({ pid }) => pid === inFolder);
  expect(processesOf(ours).map(({ pid }) => pid)).toEqual([inFolder]);
  expect(processesOf(theirs).map(({ pid }) => pid)).toEqual([other]);
});

it.runIf(hasProc)("ends also what does not want to", async () => {
  const ours = tempFolder();
  const stubborn = await lasting('process.on("SIGTERM", () => {})', { env: { HOME: join(ours, "home") } });
  expect((await endProcessesOf(ours)).map(({ pid }) => pid)).toEqual([stubborn]);
  expect(processesOf(ours)).toEqual([]);
});
