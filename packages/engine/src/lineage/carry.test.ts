import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf } from "../lines/split.ts";
import { carry } from "./carry.ts";
import { shapeOf } from "./shape.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const version = (text: string) => linesOf(text).map((line) => shapeOf(line, hash));

/** The old line each new one comes from, counted from 1; a dot for a new line. */
const sources = (old: string, now: string) => [
  ...Array.from(carry(version(old), version(now)), (at) => (at < 0 ? "." : `${at + 1}`)),
];

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

describe("a line comes from", () => {
  it.each<[string, string, string, string]>([
    ["itself", text("a", "b"), text("a", "b"), "1 2"],
    ["nowhere when it is new", text("a", "b"), text("a", "x", "b"), "1 . 2"],
    ["nowhere when its words changed", text("a", "const b = 1", "c"), text("a", "const b = 2", "c"), "1 . 3"],
    ["nowhere when a sign changed", text("total = a + b;"), text("total = a - b;"), "."],
    ["its line before it was indented", text("one()", "two()"), text("if (x) {", "  one()", "  two()", "}"), ". 1 2 ."],
    [
      "the line a formatter broke",
      text("a", 'call(first, "second", third);', "b"),
      text("a", "call(", "  first,", "  'second',", "  third,", ");", "b"),
      "1 2 2 2 2 2 3",
    ],
    [
      "the lines a formatter joined",
      text("a", "call(", "  first,", "  second,", ");", "b"),
      text("a", "call(first, second);", "b"),
      "1 2 6",
    ],
    [
      "a formatted neighbour of a changed line",
      text("const list = [alpha, beta];", "const other = 1;"),
      text("const list = [", "  alpha,", "  beta,", "];", "const other = 2;"),
      "1 1 1 1 .",
    ],
    [
      "its old place when it moved",
      text("function first() { return 11111; }", "middle", "function last() { return 222; }"),
      text("middle", "function last() { return 222; }", "function first() { return 11111; }"),
      "2 3 1",
    ],
    ["nowhere when it is a bracket that happens to be elsewhere", text("}", "a", "b"), text("a", "b", "}"), "2 3 ."],
  ])("%s", (_, old, now, expected) => {
    expect(sources(old, now).join(" ")).toBe(expected);
  });

  it("a copy is new: the first stays", () => {
    const line = "export const veryLongNameOfAThing = makeTheThing();";
    expect(sources(text(line, "b"), text(line, "b", line))).toEqual(["1", "2", "."]);
  });
});

describe("whatever the lines are", () => {
  const lines = fc.array(
    fc.constantFrom("a", "b", "", "}", "  a", "call(x, y)", "call(x,", "y)", "some longer line of text here"),
    { maxLength: 14 },
  );

  it("no old line is given to two new ones that did not share it, and unchanged text comes from itself", () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [old, now] = [version(text(...one)), version(text(...other))];
        const same = carry(old, old);
        expect([...same]).toEqual(one.map((_, at) => at));
        for (const at of carry(old, now)) expect(at).toBeLessThan(one.length);
      }),
    );
  });
});
