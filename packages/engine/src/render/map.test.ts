import { describe, expect, it } from "vitest";
import { addToMap, type MapEntry, mapEntries, renderMap } from "./map.ts";

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

  it("lists under each file what was touched in it, once and in order", () => {
    const touched = (path: string, ...symbols: string[]): MapEntry => ({
      ...entry("I", path),
      symbols: new Map([[path, symbols]]),
    });
    const entries = [touched("b.ts", "run", "Cart.total"), touched("a.ts"), touched("b.ts", "run", "__init__")];
    const map = entries.reduce(addToMap, "");
    expect(map.split("\n").filter((line) => /^ *-/.test(line))).toEqual([
      "- a.ts",
      "- b.ts",
      "  - Cart.total",
      "  - \\_\\_init\\_\\_",
      "  - run",
    ]);
    expect(map).toBe(renderMap(entries));
  });

  it("is made of records, also of those that say nothing of symbols or intents", () => {
    const files = [{ relative_path: "a.ts", conversations: [] }];
    const meta = { op: "modify", before: null, after: null, removed: 0 } as const;
    const records = [
      { files },
      { files, metadata: { intent: null } },
      { files, metadata: { intent: "I", mutation_class: "INTENT_EVOLUTION" as const } },
      {
        files,
        metadata: {
          intent: "I",
          mutation_class: "INTENT_EVOLUTION" as const,
          files: { "a.ts": { ...meta, class: "AST_REFACTOR" as const, symbols: ["f"] } },
        },
      },
    ];
    expect(records.flatMap(mapEntries).map(({ evolution }) => evolution)).toEqual([true, false]);
    expect(renderMap(records.flatMap(mapEntries))).toContain("## I\n\n- a.ts (evolved)\n  - f\n");
  });
});
