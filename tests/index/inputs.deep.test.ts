import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LedgerIndex } from "@writ/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { strange, traceOf } from "./lines.ts";
import { expectSame, makeWorld, openTested, readAll, type World } from "./world.ts";

let world: World;
let index: LedgerIndex;
beforeEach(async () => {
  world = makeWorld();
  index = await openTested(world);
});
afterEach(() => {
  index.close();
  world.remove();
});

const line = (id: number): string =>
  `${JSON.stringify(traceOf({ id, second: id, intent: 1, session: 1, file: 0, lines: 2 }, id))}\n`;
const ids = async (): Promise<string[]> => (await index.traces({})).map(({ id }) => id.slice(-2));

async function expectRight(): Promise<void> {
  await index.update();
  await expectSame(index, await readAll(world));
}

describe("ledgers as they are found", () => {
  it("none at all", expectNothing);
  async function expectNothing(): Promise<void> {
    await expectRight();
    expect(await index.traces({})).toEqual([]);
    expect(await index.lastTraces(5, { intent: "INT-001" })).toEqual([]);
    expect(await index.trace("nobody")).toBeNull();
    expect(await index.addedLines(["12.5", "abc", "9.9", "x.y", "."])).toEqual([]);
    expect(await index.filesWith("sha256:nothing")).toEqual([]);
  }

  it.each(strange.map((text) => [JSON.stringify(text).slice(0, 60), text]))("with %s among them", async (_, text) => {
    for (const part of [line(1), text, line(2), text, line(3)]) {
      appendFileSync(world.traces, part);
      await expectRight();
    }
  });

  it("one line with very many records, which a tool wrote as a list", { timeout: 60_000 }, async () => {
    const records = Array.from({ length: 40_000 }, (_, nth) => `{"id":"x${nth}","intent_id":"I","files":["a"]}`);
    mkdirSync(join(world.published, "2026-11"), { recursive: true });
    writeFileSync(join(world.published, "2026-11", "list.jsonl"), `[${records.join(",")}]\n`);
    await index.update();
    expect(await index.traces({ files: ["a"] })).toHaveLength(40_000);
  });

  it("a long published ledger whose records all stand in the live one, replaced by another", async () => {
    const from = (first: number, count: number) =>
      Array.from({ length: count }, (_, nth) => line(first + nth)).join("");
    const file = join(world.published, "2026-11", "branch.jsonl");
    mkdirSync(join(world.published, "2026-11"), { recursive: true });
    writeFileSync(world.traces, from(1_000, 1_400));
    writeFileSync(file, from(1_000, 1_400));
    await index.update();
    writeFileSync(file, from(5_000, 1_500));
    await index.update();
    expect(await index.traces({})).toHaveLength(2_900);
  });

  it("a line of ten megabytes, and one that never ends", async () => {
    const long = "x".repeat(10 * 1024 * 1024);
    writeFileSync(world.traces, `${line(1)}{"id":"${long}"}\n${line(2)}`);
    await expectRight();
    expect(await ids()).toEqual(["01", "02"]);
    appendFileSync(world.traces, `${long}${long}`);
    await expectRight();
    appendFileSync(world.traces, `\n${line(3)}`);
    await expectRight();
    expect(await ids()).toEqual(["01", "02", "03"]);
  });

  it("a record of several megabytes", async () => {
    const record = traceOf({ id: 1, second: 1, intent: 1, session: 1, file: 0, lines: 2 }, 1);
    record.metadata.call_id = "y".repeat(6 * 1024 * 1024);
    writeFileSync(world.traces, `${JSON.stringify(record)}\n${JSON.stringify(record, null, 1)}\n${line(2)}`);
    await expectRight();
  });

  it("a last line that is just being written", async () => {
    const whole = line(2);
    writeFileSync(world.traces, line(1));
    for (const end of [10, 200, whole.length - 1, whole.length]) {
      writeFileSync(world.traces, line(1) + whole.slice(0, end));
      await expectRight();
    }
    expect(await ids()).toEqual(["01", "02"]);
  });

  it("links are not followed", async () => {
    const elsewhere = join(world.sidecar, "elsewhere.jsonl");
    writeFileSync(elsewhere, line(1));
    symlinkSync(elsewhere, world.traces);
    mkdirSync(join(world.published, "2026-11"), { recursive: true });
    symlinkSync(elsewhere, join(world.published, "2026-11", "main-w.jsonl"));
    await index.update();
    expect(await index.traces({})).toEqual([]);
  });
});

describe("a ledger that grew", () => {
  it("is read from where it was left", async () => {
    for (let id = 1; id <= 3000; id += 1) appendFileSync(world.traces, line(id));
    await index.update();
    let read = 0;
    appendFileSync(world.traces, line(3001));
    await index.update((done, all) => {
      expect(done).toBeLessThanOrEqual(all);
      read += 1;
    });
    expect(read).toBe(1);
    expect((await index.lastTraces(1, {}))[0]?.metadata.seq).toBe(3001);
  });

  it("a large one is known again by its records, and read anew when they moved", async () => {
    const lines = Array.from({ length: 2000 }, (_, nth) => line(nth));
    writeFileSync(world.traces, lines.join(""));
    expect(readFileSync(world.traces).length).toBeGreaterThan(1024 * 1024);
    await index.update();
    appendFileSync(world.traces, line(2001));
    await index.update();
    expect((await index.traces({})).length).toBe(2001);
    const last = async () => (await index.lastTraces(2, {})).map(({ metadata }) => metadata.seq);
    writeFileSync(world.traces, [...lines.slice(7), ...lines.slice(0, 7), line(2002)].join(""));
    await index.update();
    expect([(await index.traces({})).length, await last()]).toEqual([2001, [2002, 1999]]);
    writeFileSync(world.traces, lines.slice(0, 1500).join(""));
    await index.update();
    expect([(await index.traces({})).length, await last()]).toEqual([1500, [1499, 1498]]);
  });
});

it("a record that is live and published counts once, as it is live", async () => {
  const folder = join(world.published, "2026-11");
  mkdirSync(folder, { recursive: true });
  const published = (id: number) => line(id).replace('"v":1', '"source":"sha256:0","v":1');
  writeFileSync(world.traces, line(1) + line(2));
  writeFileSync(join(folder, "main-w.jsonl"), published(1) + published(3) + published(1));
  writeFileSync(join(folder, "topic-w.jsonl"), published(1) + published(3));
  await expectRight();
  expect((await index.traces({})).map(({ metadata }) => "source" in metadata)).toEqual([false, false, true]);
  writeFileSync(world.traces, line(2));
  await expectRight();
  expect((await index.traces({})).map(({ metadata }) => "source" in metadata)).toEqual([true, false, true]);
});
