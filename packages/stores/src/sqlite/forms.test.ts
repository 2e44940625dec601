import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestKey, lineKey, versionKey } from "./keys.ts";
import { sortedOrder } from "./sort-keys.ts";
import { fromKept, fromKeptId, toKept, toKeptId } from "./texts.ts";

const anyText = fc.string({ unit: fc.oneof(fc.constantFrom("\0", "\u0001", "\ud800", "a", "ü"), fc.string()) });

describe("what is kept of texts and hashes", () => {
  it("gives every text back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fromKept(toKept(text))).toBe(text);
        expect(toKept(text)).not.toMatch(/\0|\p{Surrogate}/u);
      }),
    );
  });

  it("gives every id back, and keeps those of ours in 16 bytes", () => {
    fc.assert(fc.property(fc.oneof(fc.uuid(), anyText), (id) => fromKeptId(toKeptId(id)) === id));
    expect(toKeptId("5c1f2d3e-0000-4000-8000-00000000000a")).toHaveLength(16);
    expect(toKeptId("5C1F2D3E-0000-4000-8000-00000000000A")).toHaveLength(36);
  });

  it.each<[string, number | null]>([
    ["10.0", 10 * 2 ** 31],
    ["12.2147483646", 13 * 2 ** 31 - 2],
    ["70000.5", 65_535 * 2 ** 31 + 5],
    ["9.5", null],
    ["x9Pq_-ab", null],
    ["10.x", null],
    ["10.-4", null],
    [".", null],
    ["", null],
  ])("the line %s is %s", (key, number) => {
    expect(lineKey(key)).toBe(number);
  });

  it("numbers fit into six bytes, of versions below zero and of lines above", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(sha256:)?[0-9a-f]{40,64}$/)), (version) => {
        expect(versionKey(version)).toBeLessThan(0);
        expect(versionKey(version)).toBeGreaterThanOrEqual(-(2 ** 47));
      }),
    );
    expect(versionKey(`sha256:${"ab".repeat(32)}`)).toBe(versionKey("ab".repeat(32)));
    expect(digestKey(`sha256:${"f".repeat(64)}`)).toBe(2 ** 48 - 1);
  });

  it("sorts as comparing does, and leaves equals in their order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 })), fc.array(fc.nat(5)), (large, small) => {
        const keys = [...large, ...small];
        const expected = [...keys.keys()].sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other);
        expect([...sortedOrder(keys)]).toEqual(expected);
      }),
    );
  });
});
