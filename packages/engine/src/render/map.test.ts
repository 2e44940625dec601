import { describe, expect, it } from "vitest";
import { addToMap, type MapEntry, renderMap } from "./map.ts";

const entry = (intent: string, path: string, evolution = false): MapEntry => ({ intent, paths: [path], evolution });

describe("the intent map", () => {
  it("lists intents and their files in order, each file once", () => {
    const entries = [
      entry("INT-2", "b.ts"),
      entry("INT-1", "z.ts"),
      entry("INT-1", "a.ts", true),
      entry("INT-1", "z.ts"),
    ];
    const map = entries.reduce(addToMap, "");
    expect(map.split("\n").filter((line) => /^[#-]/.test(line))).toEqual([
      "# Intent map",
      "## INT-1",
      "- a.ts (evolved)",
      "- z.ts",
      "## INT-2",
      "- b.ts",
    ]);
  });

  it("grown entry by entry is the map made at once", () => {
    const entries = [
      entry("INT-2", "b_c.ts"),
      entry("INT-1", "src/[id].ts", true),
      entry("INT-2", "a`.ts"),
      entry("INT-1", "src/[id].ts"),
    ];
    expect(entries.reduce(addToMap, "")).toBe(renderMap(entries));
  });

  it("once evolved stays evolved", () => {
    expect(addToMap(addToMap("", entry("I", "a.ts", true)), entry("I", "a.ts"))).toContain("- a.ts (evolved)");
  });

  it.each(["a\nb.ts", "# x.ts", "a](http://x).ts", "\u202Ea.ts"])("keeps %j on one harmless line", (path) => {
    const map = renderMap([entry("I", path)]);
    expect(map.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(1);
    expect(addToMap(map, entry("I", path))).toBe(map);
  });
});
