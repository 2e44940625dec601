import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { working } from "./working.ts";

const places = [".git", ".git/config", ".git/info/exclude"];

// Git itself waits for ever, and Writ for some seconds a call: the time limit of this test is what it asserts.
it.skipIf(process.platform === "win32")(
  "nobody waits for a pipe that stands where git keeps something",
  async () => {
    await Promise.all(places.map(workBeside));
  },
  90_000,
);

async function workBeside(name: string): Promise<void> {
  const { bed, claude } = await working();
  const place = join(bed.root, name);
  const line = { command: "npm test" };
  rmSync(place, { recursive: true, force: true });
  expect(spawnSync("mkfifo", [place]).status).toBe(0);
  await bed.writ(["status"]);
  await bed.writ(["undo"]);
  await claude.before("Bash", line, { id: "m" });
  await claude.after("Bash", line, { id: "m" });
  await claude.stop();
}
