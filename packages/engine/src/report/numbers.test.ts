import { describe, expect, it } from "vitest";
import { median, plural, sayDay, sayDuration, sayMinute, sayNumber, sayShare } from "./numbers.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [12_345_678, "12,345,678"],
])("%s is written %s", (value, text) => {
  expect(sayNumber(value)).toBe(text);
});

describe("a share", () => {
  it.each([
    [0, 10, "0 %"],
    [1, 1000, "< 1 %"],
    [380, 1000, "38 %"],
    [999, 1000, "> 99 %"],
    [10, 10, "100 %"],
    [0, 0, "–"],
  ])("%s of %s is %s", (part, all, text) => {
    expect(sayShare(part, all)).toBe(text);
  });
});

it.each([
  [0, "less than a second"],
  [61_000, "1m 1s"],
  [3_600_000, "1h"],
  [3_601_000, "1h"],
  [7_320_000, "2h 2m"],
  [90_000_000, "1d 1h"],
])("%s ms take %s", (ms, text) => {
  expect(sayDuration(ms)).toBe(text);
});

it.each([
  [[], null],
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])("the middle of %j is %s", (values, middle) => {
  expect(median(values)).toBe(middle);
});

it("says one of a thing otherwise than many", () => {
  expect([plural(1, "line"), plural(0, "line"), plural(2, "was", "were")]).toEqual(["1 line", "0 lines", "2 were"]);
});

it("leaves a time that is none as it is", () => {
  expect([sayDay("2026-11-15T16:25:23.000Z"), sayDay("soon")]).toEqual(["2026-11-15", "soon"]);
  expect([sayMinute("2026-11-15T16:25:23.000Z"), sayMinute("soon")]).toEqual(["2026-11-15 16:25Z", "soon"]);
});
