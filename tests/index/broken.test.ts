import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { LedgerIndex } from "@writ/contracts";
import { dropLedgerIndex } from "@writ/stores";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSql } from "../../packages/stores/src/sqlite/libsql.ts";
import { traceOf } from "./lines.ts";
import { expectSame, makeWorld, openTested, readAll, type World } from "./world.ts";

let world: World;
let opened: LedgerIndex[] = [];
beforeEach(() => {
  world = makeWorld();
  for (let id = 1; id <= 60; id += 1)
    appendFileSync(
      world.traces,
      `${JSON.stringify(traceOf({ id, second: id, intent: id % 3, session: 1, file: id % 2, lines: 3 }, id))}\n`,
    );
});
afterEach(() => {
  for (const index of opened) index.close();
  opened = [];
  world.remove();
});

async function open(): Promise<LedgerIndex> {
  const index = await openTested(world);
  opened.push(index);
  return index;
}

const file = () => join(world.state, "index.sqlite");

async function expectRight(index: LedgerIndex): Promise<void> {
  await index.update();
  await expectSame(index, await readAll(world));
}

const sql = async (text: string): Promise<void> => {
  const database = (await loadSql())?.(file());
  database?.exec(text);
  database?.close();
};

describe("an index file that cannot be used is made anew, and nobody hears of it", () => {
  it.each<[string, () => void | Promise<void>]>([
    ["text", () => writeFileSync(file(), "not a database ".repeat(100))],
    ["an empty file", () => writeFileSync(file(), "")],
    ["a folder", () => mkdirSync(join(file(), "deep"), { recursive: true })],
    ["a link to elsewhere", () => symlinkSync(join(world.sidecar, "elsewhere"), file())],
    ["somebody else's database", () => sql("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")],
    [
      "another version",
      () => sql("PRAGMA application_id = 0x57726974; PRAGMA user_version = 99; CREATE TABLE records (a)"),
    ],
    [
      "an older version",
      () => sql("PRAGMA application_id = 0x57726974; PRAGMA user_version = 0; CREATE TABLE records (a)"),
    ],
    ["ours, without its tables", () => sql("PRAGMA application_id = 0x57726974; PRAGMA user_version = 1")],
  ])("%s", async (_, put) => {
    await put();
    await expectRight(await open());
    expect(existsSync(join(world.sidecar, "elsewhere"))).toBe(false);
    expect(statSync(file()).isFile()).toBe(true);
  });

  it.each<[string, () => void]>([
    ["cut off", () => truncateSync(file(), 5000)],
    ["zeros in the middle", () => overwrite(file(), 4096, Buffer.alloc(40_000))],
    ["letters all over", () => overwrite(file(), 100, Buffer.alloc(60_000, "x"))],
    ["gone", () => rmSync(file())],
  ])("%s, between two runs", async (_, harm) => {
    const index = await open();
    await index.update();
    index.close();
    opened = [];
    await sql("PRAGMA wal_checkpoint(TRUNCATE)");
    for (const ending of ["-wal", "-shm"]) rmSync(file() + ending, { force: true });
    harm();
    await expectRight(await open());
  });

  it.each<[string, () => void]>([
    ["cut off", () => truncateSync(file(), 4096)],
    ["replaced", () => writeFileSync(file(), "x".repeat(9000))],
    ["gone", () => rmSync(file())],
  ])("%s, while it is open", async (_, harm) => {
    const index = await open();
    await index.update();
    harm();
    appendFileSync(
      world.traces,
      `${JSON.stringify(traceOf({ id: 99, second: 99, intent: 1, session: 1, file: 1, lines: 3 }, 99))}\n`,
    );
    await expectRight(index);
    await expectRight(await open());
  });
});

function overwrite(path: string, at: number, bytes: Buffer): void {
  const fd = openSync(path, "r+");
  writeSync(fd, bytes, 0, bytes.length, at);
  closeSync(fd);
}

it("does without a file where none can be written", async () => {
  rmSync(world.state, { recursive: true });
  writeFileSync(world.state, "in its way");
  await expectRight(await open());
});

it.skipIf(process.getuid?.() === 0)("reads where nothing may be written", async () => {
  chmodSync(world.state, 0o500);
  try {
    await expectRight(await open());
  } finally {
    chmodSync(world.state, 0o700);
  }
});

it("finds a record that was changed behind its back, without a new time or size", async () => {
  const index = await open();
  await index.update();
  const text = readFileSync(world.traces, "utf8");
  // As if the clock had not moved: the index does not look at the ledger again by itself.
  writeFileSync(world.traces, text.replaceAll("src/a.ts", "src/z.ts"));
  const found = await index.traces({ files: ["src/a.ts"] });
  expect(found).toEqual([]);
  expect((await index.traces({ files: ["src/z.ts"] })).length).toBeGreaterThan(0);
});

it("can be thrown away, so that nothing of what was erased is left in it", async () => {
  const index = await open();
  await index.update();
  await dropLedgerIndex(world.state);
  expect(existsSync(file())).toBe(false);
  expect(existsSync(`${file()}-wal`)).toBe(false);
  // Who has it open finds it made again, also without asking for that.
  await expectSame(index, await readAll(world));
  await dropLedgerIndex(world.state);
  await dropLedgerIndex(world.state);
});
