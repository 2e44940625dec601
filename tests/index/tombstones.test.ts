import { hash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { describe, it, onTestFinished } from "vitest";
import { toTombstone } from "../../packages/stores/src/ledger/tombstone.ts";
import { traceOf } from "./lines.ts";
import { expectSame, makeWorld, openTested, readAll } from "./world.ts";

const line = (id: number, session: number): string =>
  `${JSON.stringify(traceOf({ id, second: 0, intent: 1, session, file: 0, lines: 2 }, 1))}\n`;
const stoneOf = (text: string): string => {
  const digest = hash("sha256", text.trimEnd(), "hex");
  return `${toTombstone(JSON.parse(text), { v: 1, writer: "w", seq: 1, prev: null, digest })}\n`;
};

// One id, the same lines, and two who are said to have made them. The tombstone may be of either.
const [ann, bob] = [line(2, 0), line(2, 1)];
const stone = stoneOf(ann);
const other = line(1, 0);

async function open() {
  const world = makeWorld();
  const month = join(world.published, "2026-11");
  mkdirSync(month, { recursive: true });
  let index = await openTested(world);
  onTestFinished(() => {
    index.close();
    world.remove();
  });
  const fileOf = (name: string) => (name === "live" ? world.traces : join(month, `${name}.jsonl`));
  return {
    /** Writes ledgers, or deletes them, and asks all there is to ask. */
    async put(ledgers: Readonly<Record<string, string>>): Promise<void> {
      for (const [name, text] of Object.entries(ledgers))
        if (text === "") rmSync(fileOf(name), { force: true });
        else writeFileSync(fileOf(name), text);
      await index.update();
      await expectSame(index, await readAll(world));
    },
    async reopen(): Promise<void> {
      index.close();
      index = await openTested(world);
    },
  };
}

describe("an id that two claim, one of them erased", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["the tombstone and another come as the record goes", { live: ann, z: ann }, { live: other, b: stone, c: bob }],
    ["both of them in one ledger", { live: ann, z: ann }, { live: other, b: stone + bob }],
    ["the record the tombstone was a copy of goes", { live: ann, b: stone, c: bob }, { live: other }],
    ["the live ledger is published, and begins anew", { live: stone + bob, c: ann }, { live: other, b: stone + bob }],
    [
      "the record is written otherwise, with the tombstone after it",
      { live: ann, b: bob + stone },
      { live: ` ${ann}${stone}` },
    ],
    ["the tombstone comes into a ledger that counts for more", { b: bob, c: ann }, { live: stone }],
    ["the tombstone goes", { live: stone, b: bob, c: ann }, { live: other }],
  ])("%s", async (_, before, after) => {
    const { put } = await open();
    await put(before);
    await put(after);
  });

  it("whatever comes and goes", { timeout: 120_000 }, async () => {
    const names = ["live", "a", "b", "c"];
    const text = fc.array(fc.constantFrom(ann, bob, stone, other, line(2, 2)), { maxLength: 4 });
    const change = fc.record({ name: fc.constantFrom(...names), text: text.map((lines) => lines.join("")) });
    const step = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }), isReopened: fc.boolean() });
    const { put, reopen } = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await put(Object.fromEntries(names.map((name) => [name, ""])));
        for (const { changes, isReopened } of steps) {
          if (isReopened) await reopen();
          await put(Object.fromEntries(changes.map((one) => [one.name, one.text])));
        }
      }),
      { numRuns: Number(process.env.WRIT_RUNS ?? inDepth(12, 60)), seed: Number(process.env.WRIT_SEED ?? 6) },
    );
  });
});
