import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LedgerIndex } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { openSqliteIndex } from "@writ/stores";
import { inDepth } from "@writ/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { traceOf } from "./lines.ts";
import { expectSame, makeWorld, readAll, type World } from "./world.ts";

let world: World;
let notices: string[];
beforeEach(async () => {
  world = makeWorld();
  notices = [];
  append(1, 60);
  await using();
});
afterEach(() => world.remove());

function append(from: number, to: number): void {
  for (let id = from; id <= to; id += 1)
    appendFileSync(
      world.traces,
      `${JSON.stringify(traceOf({ id, second: id, intent: id % 3, session: 1, file: id % 2, lines: 3 }, id))}\n`,
    );
}

async function open() {
  const index = await openSqliteIndex({ ...world, addedIn, onDamage: () => void notices.push("damaged") });
  if (index === null) throw new Error("there is no database on this platform, and nothing to test");
  await index.update();
  return index;
}

/** Opens the index, asks everything of it, and closes it. */
async function using(): Promise<void> {
  const index = await open();
  await expectSame(index, await readAll(world));
  await closed(index);
}

/** Closing an index takes a moment in which nobody waits for it. */
async function closed(index: LedgerIndex): Promise<void> {
  index.close();
  await expect.poll(isSettled, { interval: 2 }).toBe(true);
}

const file = (end = "") => join(world.state, `index.sqlite${end}`);

function flip(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  writeFileSync(path, bytes);
}

const isSettled = (): boolean =>
  existsSync(file(".seal")) && (statSync(file("-wal"), { throwIfNoEntry: false })?.size ?? 0) === 0;

/** Bits all over a file, in an order that is the same each time. */
function bitsOf(path: string, count: number): number[] {
  return bitsIn(statSync(path).size, count);
}

const bitsIn = (bytes: number, count: number): number[] =>
  Array.from({ length: count }, (_, nth) => (nth * 1_000_003 + 977 * nth * nth) % (bytes * 8));

describe("a flipped bit", { timeout: 300_000 }, () => {
  it("in the index is noticed, and the index is made again", async () => {
    for (const bit of bitsOf(file(), inDepth(20, 200))) {
      notices = [];
      flip(file(), bit);
      await using();
      expect({ bit, notices }).toEqual({ bit, notices: ["damaged"] });
    }
  });

  it("in the seal of the index is noticed", async () => {
    for (const bit of bitsOf(file(".seal"), inDepth(12, 150))) {
      notices = [];
      flip(file(".seal"), bit);
      await using();
      expect({ bit, notices }).toEqual({ bit, notices: ["damaged"] });
    }
  });

  it("in the log of the index is noticed", async () => {
    const index = await open();
    append(61, 90);
    await index.update();
    const kept = [file(), file("-wal"), file(".seal")].map((path) => readFileSync(path));
    await closed(index);
    const [, log = Buffer.alloc(0)] = kept;
    expect(log.length).toBeGreaterThan(1000);
    for (const bit of bitsIn(log.length, inDepth(12, 150))) {
      // As a process leaves it that is killed.
      for (const [at, end] of ["", "-wal", ".seal"].entries()) writeFileSync(file(end), kept[at] ?? "");
      flip(file("-wal"), bit);
      await using();
    }
  });
});

it("an index that was used is sealed, and its log is empty", async () => {
  append(61, 70);
  await using();
  expect(isSettled()).toBe(true);
  await using();
  expect(notices).toEqual([]);
});

it("an index that was copied with its working copy is used as it is", async () => {
  for (const end of ["", ".seal"]) {
    const bytes = readFileSync(file(end));
    rmSync(file(end));
    writeFileSync(file(end), bytes);
  }
  await using();
  expect(notices).toEqual([]);
});

it("an index from an earlier version has no seal, and is made again without a word", async () => {
  rmSync(file(".seal"));
  await using();
  expect(notices).toEqual([]);
});
