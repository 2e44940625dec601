import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readLines } from "./lines.ts";

it.each([
  ["short lines, many of which are in one chunk", "{}", 500_000],
  ["long lines, few of which are", "x".repeat(300_000), 8],
])("reads %s, a few thousand at a time", async (_, text, count) => {
  const folder = await mkdtemp(join(tmpdir(), "writ-lines-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "l.jsonl");
  await writeFile(file, `${text}\n`.repeat(count));
  const handle = await open(file);
  onTestFinished(() => handle.close());
  let [read, most, odd] = [0, 0, 0];
  for await (const lines of readLines(handle)) {
    most = Math.max(most, lines.length);
    for (const { line, offset, bytes } of lines) {
      if (line !== read + 1 || offset !== read * (text.length + 1) || bytes.length !== text.length) odd += 1;
      read += 1;
    }
  }
  expect({ read, odd }).toEqual({ read: count, odd: 0 });
  expect(most).toBeLessThanOrEqual(4096);
});
