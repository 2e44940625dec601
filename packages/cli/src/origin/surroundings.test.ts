import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { isPromptLine, surroundingsOf } from "./surroundings.ts";

it.each<[string[], boolean]>([
  [[], true],
  [["-l"], true],
  [["-il"], true],
  [["--login", "-i"], true],
  [["--init-file", "/usr/share/editor/shell.sh"], true],
  [["-c", "make"], false],
  [["-lc", "make"], false],
  [["script.sh"], false],
  [["-i", "script.sh"], false],
  [["--command=make"], false],
  [["-C", "make"], false],
])("a shell with the words %j is there to be typed in: %s", (args, expected) => {
  expect(isPromptLine(args)).toBe(expected);
});

const world = surroundingsOf(process);

it.runIf(process.platform !== "win32")("tells a shell that waits for a user from one that runs something", async () => {
  const start = async (...args: string[]) => {
    const child = spawn("/bin/sh", args, { stdio: ["pipe", "ignore", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "spawn");
    return child.pid ?? 0;
  };
  expect(await world.isPrompt(await start())).toBe(true);
  expect(await world.isPrompt(await start("-c", "read -r _; true"))).toBe(false);
  expect(await world.isPrompt(process.pid)).toBe(false);
});

it.runIf(process.platform !== "win32")("knows the user of a process", async () => {
  expect(await world.userOf()).toBe(process.geteuid?.());
  expect(await world.userOf(1)).toBe(0);
  expect(await world.userOf(2 ** 30)).toBeNull();
});
