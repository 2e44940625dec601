import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { loadSql } from "../../packages/stores/src/sqlite/libsql.ts";
import { traceOf } from "./lines.ts";
import { expectSame, makeWorld, openTested, readAll } from "./world.ts";

const line = (id: number): string =>
  `${JSON.stringify(traceOf({ id, second: id, intent: id % 3, session: 1, file: id % 7, lines: 2 }, id))}\n`;

/** More than are looked at one by one. */
const many = 1_020;

async function manyPublished() {
  const world = makeWorld();
  const month = join(world.published, "2026-11");
  mkdirSync(month, { recursive: true });
  for (let id = 1; id <= many; id += 1) writeFileSync(join(month, `f${id}.jsonl`), line(id));
  const index = await openTested(world);
  onTestFinished(() => {
    index.close();
    world.remove();
  });
  return { world, month, index };
}

it("knows what happens among more published files than are looked at one by one", async () => {
  const { world, month, index } = await manyPublished();
  const holds = async (): Promise<void> => {
    // The clock of a folder goes in steps.
    await sleep(120);
    await index.update();
    await expectSame(index, await readAll(world));
  };
  await holds();
  // Twice, so that the second look is at the folders only.
  await holds();
  appendFileSync(world.traces, line(many + 1));
  await holds();
  writeFileSync(join(month, "new.jsonl"), line(many + 2));
  await holds();
  rmSync(join(month, "f3.jsonl"));
  await holds();
  writeFileSync(join(month, ".next"), line(many + 3));
  renameSync(join(month, ".next"), join(month, "f4.jsonl"));
  await holds();
  mkdirSync(join(world.published, "2026-12"));
  writeFileSync(join(world.published, "2026-12", "a.jsonl"), line(many + 4));
  await holds();
  rmSync(month, { recursive: true });
  await holds();
  expect(await index.files()).not.toEqual([]);
}, 120_000);

it("reads a published file again that does not hold what was taken in of it", async () => {
  const { world, month, index } = await manyPublished();
  await sleep(120);
  await index.update();
  // Nobody but a forger writes to it where it is.
  writeFileSync(join(month, "f5.jsonl"), line(many + 5));
  await index.update();
  expect(await index.traces({ files: await index.files() })).toHaveLength(many);
  await sleep(120);
  await index.update();
  await expectSame(index, await readAll(world));
});

it("knows the folders again that changed just before they were looked at", async () => {
  const { world, month, index } = await manyPublished();
  await sleep(120);
  await index.update();
  rmSync(join(month, "f3.jsonl"));
  await index.update();
  await sleep(120);
  await index.update();
  const sql = (await loadSql())?.(join(world.state, "index.sqlite"));
  onTestFinished(() => sql?.close());
  expect(sql?.prepare("SELECT value FROM counts WHERE name = 'folders'").get([])).not.toEqual([0]);
});
