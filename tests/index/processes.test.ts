import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Child, type Program, programOf } from "../children.ts";
import { expectSame, makeWorld, openTested, readAll, type World } from "./world.ts";

let program: Program;
beforeAll(async () => {
  program = await programOf(`
    import { appendFileSync, mkdirSync, writeFileSync, readFileSync, existsSync } from "node:fs";
    import { join } from "node:path";
    import { addedIn } from "@writ/engine";
    import { openSqliteIndex } from "@writ/stores";
    import { traceOf } from "./index/lines.ts";
    const [, , job = "", sidecar = "", me = "0", count = "0"] = process.argv;
    const world = {
      state: join(sidecar, ".state"), traces: join(sidecar, "agent_trace.jsonl"),
      decisions: join(sidecar, "decisions.jsonl"), published: join(sidecar, "ledger"),
    };
    const say = (line: string) => process.stdout.write(line + "\\n");
    const line = (id: number) => JSON.stringify(traceOf({ id, second: id % 90, intent: id % 4, session: id % 3, file: id, lines: 3 }, id)) + "\\n";
    async function index() {
      const index = await openSqliteIndex({ ...world, addedIn });
      if (index === null) throw new Error("no database");
      return index;
    }
    const jobs: Record<string, () => Promise<void>> = {
      /** Appends, publishes, and now and then makes a published file anew. */
      async write() {
        const folder = join(world.published, "2026-11");
        mkdirSync(folder, { recursive: true });
        for (let nth = 0; nth < Number(count); nth += 1) {
          const id = Number(me) * 100000 + nth;
          appendFileSync(world.traces, line(id) + line(id + 50000));
          const file = join(folder, "branch-" + (nth % 3) + ".jsonl");
          if (nth % 10 === 9) writeFileSync(file, line(id));
          else appendFileSync(file, line(id));
          say(String(id));
        }
      },
      async update() {
        const kept = await index();
        say("ready");
        for (let nth = 0; nth < Number(count); nth += 1) {
          await kept.update();
          const found = await kept.lastTraces(3, { intent: "INT-001" });
          say("found " + found.length);
        }
      },
      async anew() {
        say("ready");
        for (;;) {
          const kept = await index();
          await kept.update();
          await kept.tally("file");
          kept.close();
          say("done");
        }
      },
    };
    jobs[job]!().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
  `);
});
afterAll(() => program.remove());

let world: World;
beforeEach(() => {
  world = makeWorld();
});
afterEach(() => world.remove());

async function expectRight(): Promise<void> {
  const index = await openTested(world);
  await index.update();
  await expectSame(index, await readAll(world));
  index.close();
}

const fine = (child: Child) => child.ended.then((code) => [code, child.errors()]);

describe("many processes at once", { timeout: 120_000 }, () => {
  it("write ledgers and bring the index up to date, and it is right in the end", async () => {
    const children = [
      program.start("write", world.sidecar, "1", "60"),
      program.start("write", world.sidecar, "2", "60"),
      ...[1, 2, 3, 4].map((me) => program.start("update", world.sidecar, String(me), "15")),
    ];
    expect(await Promise.all(children.map(fine))).toEqual(children.map(() => [0, ""]));
    await expectRight();
  });

  it("are killed at any moment, and leave an index that is right", async () => {
    const writer = program.start("write", world.sidecar, "1", "150");
    for (let round = 0; round < 12; round += 1) {
      const children = [program.start("anew", world.sidecar), program.start("anew", world.sidecar)];
      await Promise.all(children.map(({ begun }) => begun));
      // From the first moments of a run to well into it.
      await sleep(round * 17);
      for (const child of children) child.kill();
      await Promise.all(children.map(({ ended }) => ended));
      if (round % 4 === 3) await expectOpens();
    }
    writer.kill();
    await writer.ended;
    await expectRight();
    expect(readdirSync(world.state).filter((name) => name.startsWith("index.sqlite")).length).toBeGreaterThan(0);
  });

  it("are killed in the middle of a long update, which the next one finishes", async () => {
    const writer = program.start("write", world.sidecar, "1", "4000");
    expect(await fine(writer)).toEqual([0, ""]);
    for (const moment of [150, 300, 500, 800]) {
      const child = program.start("anew", world.sidecar);
      await child.begun;
      await sleep(moment);
      child.kill();
      await child.ended;
    }
    const index = await openTested(world);
    await index.update();
    expect(await index.tally("class")).toEqual(await (await readAll(world)).tally("class"));
    expect(await index.tally("file")).toEqual(await (await readAll(world)).tally("file"));
    index.close();
  });

  async function expectOpens(): Promise<void> {
    const index = await openTested(world);
    await index.update();
    expect((await index.traces({})).length).toBeGreaterThan(0);
    index.close();
  }
});
