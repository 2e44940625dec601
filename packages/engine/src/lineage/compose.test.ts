import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { carry } from "./carry.ts";
import { changeBetween } from "./change.ts";
import { follow, untouched } from "./compose.ts";
import { shapeOf } from "./shape.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const version = (lines: readonly string[]) => lines.map((line) => shapeOf(`${line}\n`, hash));
const lines = fc.array(
  fc.constantFrom("a", "b", "", "}", "  a", "call(x, y)", "call(x,", "y)", "some longer line of text here"),
  { maxLength: 14 },
);

it("a recorded change tells of every line what comparing the two texts tells", () => {
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [old, now] = [version(one), version(other)];
      // Every old line is its own maker here, so that the makers tell where lines come from.
      const before = { ...untouched(one.length), origins: Int32Array.from(one, (_, at) => at) };
      const after = follow(before, changeBetween(old, now), { origin: 1000, prints: new Map() });
      expect([...after.origins]).toEqual([...carry(old, now)].map((at) => (at < 0 ? 1000 : at)));
    }),
    { numRuns: 2000 },
  );
});
