import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { spliceFile } from "./splice.ts";

async function place(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "writ-splice-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "l.jsonl");
  await writeFile(file, bytes, { mode: 0o640 });
  return file;
}

it("replaces what it is told to and nothing else, whatever lies where", async () => {
  const parts = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 30 }), fc.string({ maxLength: 50 })), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(parts, fc.string(), async (pieces, rest) => {
      let text = "";
      let wanted = "";
      const splices = pieces.map(([kept, gone, put]) => {
        const between = "k".repeat(kept);
        const from = text.length + kept;
        text += between + "g".repeat(gone);
        wanted += between + put;
        return { from, to: from + gone, put: Buffer.from(put) };
      });
      const file = await place(Buffer.from(text + rest));
      await spliceFile(file, splices);
      expect(await readFile(file, "utf8")).toBe(wanted + rest);
    }),
    { numRuns: inDepth(12, 60) },
  );
});

it("does so across the borders of what it reads at a time, and keeps the mode", async () => {
  const size = 3 * 1024 * 1024 + 5;
  const file = await place(Buffer.alloc(size, "a"));
  const border = 1024 * 1024;
  await spliceFile(file, [
    { from: 0, to: 1, put: Buffer.from("<") },
    { from: border - 3, to: 2 * border + 3, put: Buffer.from("|") },
    { from: 3 * border, to: size, put: Buffer.from(">") },
  ]);
  const text = await readFile(file, "utf8");
  expect(text).toBe(`<${"a".repeat(border - 4)}|${"a".repeat(border - 3)}>`);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect(await readdir(join(file, ".."))).toEqual(["l.jsonl"]);
});
