import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { programOf } from "../children.ts";
import { isAlive, until } from "../event-hooks/hooks-bed.ts";
import { folderWith, put } from "./handler.ts";

it.skipIf(process.platform !== "linux").each(["SIGTERM", "exit"])(
  "what a handler runs does not outlive its process: %s",
  async (way) => {
    const file = join(import.meta.dirname, "../../packages/runtime/src/declared/tools/run.ts");
    const program = await programOf(`
      import { existsSync } from "node:fs";
      import { run } from ${JSON.stringify(file)};
      const [root, way] = process.argv.slice(2);
      const never = new AbortController().signal;
      void run(root, never, ["sh", "-c", "sleep 60 & echo $! > pid; wait"]);
      if (way === "exit") setInterval(() => existsSync(root + "/go") && process.exit(7), 10);
      console.log("begun");
    `);
    onTestFinished(() => program.remove());
    const root = folderWith();
    const child = program.start(root, way);
    await child.begun;
    await until(() => existsSync(join(root, "pid")) && readFileSync(join(root, "pid"), "utf8") !== "");
    const pid = Number(readFileSync(join(root, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    if (way === "SIGTERM") process.kill(child.pid, "SIGTERM");
    else put(root, "go", "");
    expect(await child.ended).toBe(way === "exit" ? 7 : "SIGTERM");
    await until(() => !isAlive(pid));
  },
);
