import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { it } from "vitest";
import { type About, decisionOf, strange, traceOf } from "./lines.ts";
import { expectSame, makeWorld, openTested, readAll, type World } from "./world.ts";

const about: fc.Arbitrary<About> = fc.record({
  id: fc.nat(30),
  second: fc.nat(6),
  intent: fc.nat(3),
  session: fc.nat(2),
  file: fc.nat(3),
  lines: fc.nat(4),
});

/** Which file: 0 and 1 are the live ones, the rest is published. */
const which = fc.nat(5);
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("append" as const), which, records: fc.array(about, { maxLength: 5 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("publish" as const), which, share: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("strange" as const), which, nth: fc.nat(strange.length - 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("truncate" as const),
      which,
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("merge" as const), which, from: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reverse" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), which, from: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cut the end" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

function fileOf(world: World, which: number): string {
  const live = [world.traces, world.decisions];
  return live[which] ?? join(world.published, `2026-1${which % 2}`, `branch-${which}.jsonl`);
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
const linesOf = (file: string): string[] =>
  textOf(file)
    .split(/(?<=\n)/)
    .filter((line) => line !== "");

let seq = 0;
function lineOf(world: World, file: string, record: About): string {
  seq += 1;
  const isDecision = file === world.decisions || (file !== world.traces && record.id % 4 === 0);
  return `${JSON.stringify(isDecision ? decisionOf(record, seq % 9) : traceOf(record, seq % 9))}\n`;
}

async function perform(world: World, operation: Operation): Promise<void> {
  if (operation.do === "wait") return await sleep(60);
  const file = fileOf(world, operation.which);
  mkdirSync(dirname(file), { recursive: true });
  const write = (lines: readonly string[]) => writeFileSync(file, lines.join(""));
  if (operation.do === "append")
    for (const record of operation.records) appendFileSync(file, lineOf(world, file, record));
  else if (operation.do === "publish") {
    const live = [...linesOf(world.traces), ...linesOf(world.decisions)];
    appendFileSync(
      file,
      live
        .filter((_, nth) => nth % 4 === operation.share)
        .join("")
        .replaceAll('"v":1', '"source":"x","v":1'),
    );
  } else if (operation.do === "strange") appendFileSync(file, strange[operation.nth] ?? "");
  else if (operation.do === "truncate" && existsSync(file))
    truncateSync(file, Math.floor(textOf(file).length * operation.part));
  else if (operation.do === "merge") write([...linesOf(fileOf(world, operation.from)), ...linesOf(file)]);
  else if (operation.do === "reverse") write(linesOf(file).reverse());
  else if (operation.do === "edit") write([textOf(file).replace("src/a.ts", "src/z.ts")]);
  else if (operation.do === "delete") rmSync(file, { force: true });
  else if (operation.do === "rename" && existsSync(fileOf(world, operation.from)))
    renameSync(fileOf(world, operation.from), file);
  else if (operation.do === "cut the end") write([textOf(file).trimEnd()]);
}

it("answers as reading everything does, whatever happens to the ledgers", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 14 }), async (operations) => {
      const world = makeWorld();
      const index = await openTested(world);
      try {
        for (const one of operations) {
          await perform(world, one);
          await index.update();
          await expectSame(index, await readAll(world));
        }
        const anew = await openTested(world);
        await anew.update();
        await expectSame(anew, await readAll(world));
        anew.close();
      } finally {
        index.close();
        world.remove();
      }
    }),
    { numRuns: Number(process.env.WRIT_RUNS ?? inDepth(8, 25)), seed: Number(process.env.WRIT_SEED ?? 6) },
  );
});
