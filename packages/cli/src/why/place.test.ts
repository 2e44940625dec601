import { describe, expect, it } from "vitest";
import { parsePlace } from "./place.ts";

const end = Number.POSITIVE_INFINITY;

describe("where a question points to", () => {
  const files = ["odd:12", "src/a.ts", "C"];
  it.each([
    ["src/a.ts", "src/a.ts", null],
    ["src/a.ts:12", "src/a.ts", { from: 12, to: 12 }],
    ["src/a.ts:12-20", "src/a.ts", { from: 12, to: 20 }],
    ["src/a.ts:12,20", "src/a.ts", { from: 12, to: 20 }],
    ["src/a.ts:12-", "src/a.ts", { from: 12, to: end }],
    ["src/a.ts:12:5", "src/a.ts", { from: 12, to: 12 }],
    ["src/a.ts:12:", "src/a.ts", { from: 12, to: 12 }],
    ["odd:12", "odd:12", null],
    ["odd:12:3", "odd:12", { from: 3, to: 3 }],
    ["C:\\x.ts:12", "C:\\x.ts", { from: 12, to: 12 }],
    ["C:\\x.ts", "C:\\x.ts", null],
    ["D:12", "D:12", null],
    ["C:12", "C", { from: 12, to: 12 }],
    ["a:b:7", "a:b", { from: 7, to: 7 }],
    ["a:b", "a:b", null],
  ])("%s is %s, lines %j", (typed, file, lines) => {
    expect(parsePlace(typed, (name) => files.includes(name))).toEqual({ file, lines });
  });

  it("a line that cannot be is a mistake", () => {
    expect(() => parsePlace("src/a.ts:0", () => false)).toThrow("src/a.ts:0 names no lines.");
  });
});
