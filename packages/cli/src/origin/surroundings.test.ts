import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
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
  expect(isPromptLine(args, () => true)).toBe(expected);
});

it("a shell that begins with a file is not, unless that file is known", () => {
  expect(isPromptLine(["--rcfile", "/tmp/lines"], (file) => file !== "/tmp/lines")).toBe(false);
});

const world = surroundingsOf(process);
/** Runs a command on a terminal of its own, where this machine has it. */
const player = "script";
const hasTerminal = spawnSync(player, ["-qfc", "true", "/dev/null"]).status === 0;

it.runIf(hasTerminal && process.platform === "linux")(
  "tells a shell that waits for a user from one that does not",
  async () => {
    const start = async (program: string, ...args: string[]) => {
      const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"], detached: true });
      onTestFinished(() => void process.kill(-(child.pid ?? 0), "SIGKILL"));
      await once(child, "spawn");
      return child.pid ?? 0;
    };
    const later = Date.now() + 60_000;
    const inTerminal = async (line: string) => {
      const terminal = await start(player, "-qfc", line, "/dev/null");
      return vi.waitFor(() => {
        const [child] = readFileSync(`/proc/${terminal}/task/${terminal}/children`, "utf8").split(" ");
        if (!readFileSync(`/proc/${child}/cmdline`, "utf8").startsWith("/bin/sh\0-i")) throw new Error("not yet");
        return Number(child);
      });
    };
    expect(await world.isPrompt(await inTerminal("exec /bin/sh -i"), later)).toBe(true);
    expect(await world.isPrompt(await start("/bin/sh"), later)).toBe(false);
    expect(await world.isPrompt(await start("/bin/sh", "-c", "read -r _; true"), later)).toBe(false);
    expect(await world.isPrompt(process.pid, later)).toBe(false);
  },
);

it.runIf(process.platform !== "win32")("knows the user of a process", async () => {
  expect(await world.userOf()).toBe(process.geteuid?.());
  expect(await world.userOf(1)).toBe(0);
  expect(await world.userOf(2 ** 30)).toBeNull();
});
