import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { programOf } from "../children.ts";
import { folderWith } from "./handler.ts";

const isAlive = (pid: number) => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

it.skipIf(process.platform !== "linux").each(["SIGTERM", "exit"])(
  "what a handler runs does not outlive its process: %s",
  async (way) => {
    const file = join(import.meta.dirname, "../../packages/runtime/src/declared/tools/run.ts");
    const program = await programOf(`
      import { run } from ${JSON.stringify(file)};
      const [root, way] = process.argv.slice(2);
      const never = new AbortController().signal;
      void run(root, never, ["sh", "-c", "sleep 60 & echo $! > pid; wait"]);
      if (way === "exit") setTimeout(() => process.exit(7), 700);
      console.log("begun");
    `);
    onTestFinished(() => program.remove());
    const root = folderWith();
    const child = program.start(root, way);
    await child.begun;
    await sleep(500);
    const pid = Number(readFileSync(join(root, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    if (way === "SIGTERM") process.kill(child.pid, "SIGTERM");
    expect(await child.ended).toBe(way === "exit" ? 7 : "SIGTERM");
    await sleep(100);
    expect(isAlive(pid)).toBe(false);
  },
);
