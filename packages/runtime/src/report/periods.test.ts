import type { Tally } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { layOut } from "./periods.ts";

const now = "2026-11-15T12:00:00.000Z";
const day = (key: string, linesAdded = 1): Tally => ({
  key,
  traces: 1,
  linesAdded,
  linesRemoved: 0,
  linesByOthers: 0,
});

describe("days", () => {
  it("are laid out in weeks that begin on Monday, without holes", () => {
    const { unit, starts, ai } = layOut([day("2026-10-25", 5), day("2026-11-09", 2), day("2026-11-15", 3)], now);
    expect({ unit, starts, ai }).toEqual({
      unit: "week",
      starts: ["2026-10-19", "2026-10-26", "2026-11-02", "2026-11-09"],
      ai: [5, 0, 0, 5],
    });
  });

  it.each([
    ["2024-11-15", "week"],
    ["2024-01-15", "month"],
    ["2015-11-15", "year"],
  ])("since %s are shown by %s", (first, unit) => {
    const { unit: found, starts } = layOut([day(first), day("2026-11-15")], now);
    expect(found).toBe(unit);
    expect(starts.length).toBeLessThanOrEqual(120);
    expect(new Set(starts).size).toBe(starts.length);
    expect(starts).toEqual([...starts].sort());
  });

  it("that cannot be are left out, and counted", () => {
    const { starts, undated } = layOut([day(""), day("0001-01-01"), day("2026-11-15"), day("9999-12-31")], now);
    expect({ starts, undated }).toEqual({ starts: ["2026-11-09"], undated: 3 });
  });

  it("of nothing are none", () => {
    expect(layOut([], now)).toMatchObject({ starts: [], ai: [], undated: 0 });
  });
});

it("spreads pairs over the periods, by their first key", () => {
  const periods = layOut([day("2026-11-02"), day("2026-11-15")], now);
  const pairs = [
    { ...day("INT-001", 4), and: "2026-11-03" },
    { ...day("INT-001", 2), and: "2026-11-10" },
    { ...day("INT-002", 9), and: "nonsense" },
  ];
  expect([...periods.spread(pairs)]).toEqual([
    ["INT-001", [4, 2]],
    ["INT-002", [0, 0]],
  ]);
});
