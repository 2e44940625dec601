import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withFileLock } from "@writ/stores";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Program, programOf } from "./children.ts";

/** Adds to a number in a file, again and again, reading and writing in two steps: without a lock, additions get lost. */
const counter = `
  import { appendFileSync, readFileSync, writeFileSync, writeSync } from "node:fs";
  import { setTimeout as sleep } from "node:timers/promises";
  import { withFileLock } from "../packages/stores/src/lock/file-lock.ts";
  const [kind, lock, file, times, holdMs] = process.argv.slice(2);
  async function main() {
    for (let time = 0; time < Number(times); time += 1) {
      await withFileLock(lock, async () => {
        appendFileSync(file + ".log", "in " + process.pid + "\\n");
        const count = Number(readFileSync(file, { encoding: "utf8", flag: "a+" }) || "0");
        if (time === 0) writeSync(1, "in\\n");
        await sleep(Number(holdMs));
        writeFileSync(file, String(count + 1));
        appendFileSync(file + ".log", "out " + process.pid + "\\n");
      }, { kind, waitMs: 30_000 });
    }
  }
  main().catch((error) => { console.error(error); process.exitCode = 1; });
`;

let program: Program;
beforeAll(async () => {
  program = await programOf(counter);
});
afterAll(() => program.remove());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-locks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});

/** Whether nobody was inside together with somebody else, except after those who were killed inside. */
function isOrderly(log: string, killed: readonly number[]): boolean {
  let inside: string | null = null;
  for (const line of log.trim().split("\n")) {
    const [way, pid = ""] = line.split(" ");
    if (way === "out") {
      if (inside !== pid) return false;
      inside = null;
    } else {
      if (inside !== null && !killed.includes(Number(inside))) return false;
      inside = pid;
    }
  }
  return true;
}

describe.each(["kernel", "owned"] as const)("the %s lock between processes", (kind) => {
  const start = (times: number, holdMs = 0) =>
    program.start(kind, join(folder, "a.lock"), join(folder, "count"), String(times), String(holdMs));

  it("loses nothing when eight processes contend", async () => {
    const children = Array.from({ length: 8 }, () => start(25));
    expect(
      await Promise.all(children.map(({ ended }) => ended)),
      children.map(({ errors }) => errors()).join(""),
    ).toEqual(Array.from({ length: 8 }, () => 0));
    expect(await readFile(join(folder, "count"), "utf8")).toBe("200");
    expect(isOrderly(await readFile(join(folder, "count.log"), "utf8"), [])).toBe(true);
  });

  it("is free at once when its holder is killed", async () => {
    const holder = start(1, 60_000);
    await holder.begun;
    holder.kill();
    expect(await holder.ended).toBe("SIGKILL");
    expect(await withFileLock(join(folder, "a.lock"), async () => "in", { kind, waitMs: 1_000 })).toBe("in");
  });

  it("lets nobody in beside another while holders are killed at random", async () => {
    const killed: number[] = [];
    const lives = Array.from({ length: 3 }, async (_, at) => {
      for (let life = 0; life < 6; life += 1) {
        const child = start(1_000, 1);
        await child.begun;
        await new Promise((resolve) => setTimeout(resolve, (life * 7 + at * 3) % 25));
        child.kill();
        killed.push(child.pid);
        await child.ended;
      }
    });
    await Promise.all(lives);
    const log = await readFile(join(folder, "count.log"), "utf8");
    expect(isOrderly(log, killed)).toBe(true);
    expect(log.length).toBeGreaterThan(100);
    expect(await withFileLock(join(folder, "a.lock"), async () => "in", { kind, waitMs: 1_000 })).toBe("in");
  });
});
