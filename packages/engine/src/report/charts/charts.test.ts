import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisNames } from "./axis-names.ts";
import { barSvg } from "./bar.ts";
import { toBlocks } from "./blocks.ts";
import { buckets } from "./buckets.ts";
import { sparkline } from "./sparkline.ts";
import { stackedBars } from "./stacked-bars.ts";
import { labelled, sayShort, ticks } from "./ticks.ts";

describe("ticks", () => {
  it.each([
    [0, [0]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 3, 6, 9]],
    [1700, [0, 500, 1000, 1500, 2000]],
  ])("up to %s are %j", (most, expected) => {
    expect(ticks(most, 4)).toEqual(expected);
  });

  it("are whole, reach the largest value, and are not many", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (most) => {
        const found = ticks(most, 4);
        expect(found.every(Number.isInteger)).toBe(true);
        expect(found.at(-1)).toBeGreaterThanOrEqual(most);
        expect(found.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

it("names the first, the last and some between", () => {
  expect([labelled(3, 4), labelled(26, 4), labelled(0, 4)]).toEqual([[0, 1, 2], [0, 8, 17, 25], []]);
});

it.each([
  [950, "950"],
  [2500, "2500"],
  [12_500, "12.5k"],
  [2_000_000, "2M"],
])("%s is %s on an axis", (value, text) => {
  expect(sayShort(value)).toBe(text);
});

it("names days with the year only where it is needed", () => {
  const week = (start: string) => ({ start, ai: 0, committed: null });
  expect(axisNames("week", [week("2026-01-05")])("2026-01-05")).toBe("5 Jan");
  expect(axisNames("week", [week("2025-12-29"), week("2026-01-05")])("2026-01-05")).toBe("Jan 2026");
  expect(axisNames("year", [week("2026-01-01")])("2026-01-01")).toBe("2026");
});

it("adds up neighbours where there are too many, and loses nothing", () => {
  expect(buckets([1, 2, 3, 4, 5], 3)).toEqual([1, 5, 9]);
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 300 }), fc.integer({ min: 1, max: 30 }), (values, most) => {
      const sums = buckets(values, most);
      expect(sums.length).toBeLessThanOrEqual(most);
      expect(sums.reduce((one, other) => one + other, 0)).toBe(values.reduce((one, other) => one + other, 0));
    }),
  );
});

describe("drawings", () => {
  it("of nothing are nothing, or an empty track", () => {
    expect([toBlocks([]), toBlocks([0, 0]), sparkline([0], "x")]).toEqual(["", "", ""]);
    expect(barSvg(0, 0)).not.toContain('class="ai"');
    expect(stackedBars([], "none")).not.toContain("NaN");
  });

  it("show small values too", () => {
    expect(toBlocks([1, 1000, 0])).toBe("▁█·");
    expect(barSvg(1, 1_000_000)).toContain('width="2%"');
    expect(stackedBars([{ label: "a", short: "a", ai: 1, people: 1_000_000 }], "t")).toContain('class="ai"');
  });

  it("hold no number that is none", () => {
    const column = fc.record({ label: fc.string(), short: fc.string(), ai: fc.nat(), people: fc.nat() });
    fc.assert(
      fc.property(fc.array(column, { maxLength: 40 }), (columns) => {
        expect(stackedBars(columns, "title").replaceAll(/>[^<]*</g, "><")).not.toMatch(/="(NaN|Infinity|-)/);
      }),
    );
  });
});
