import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical.ts";

it.each([
  [{ b: 1, a: [2, { d: null, c: "x" }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
  [[undefined, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.1], "[null,0,null,null,1e+21,0.1]"],
  [{ a: undefined, b: () => 1 }, "{}"],
  [undefined, "null"],
  ["\ud800", '"\\ud800"'],
  [{ "\u00e9": 1, z: 2, Z: 3 }, '{"Z":3,"z":2,"\u00e9":1}'],
  [10n, "10"],
])("%o: %s", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it("keeps keys that look like machinery", () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"constructor":2}'))).toBe(
    '{"__proto__":{"x":1},"constructor":2}',
  );
});

it("spells equal data equally, whatever the order of keys, and loses nothing JSON can say", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

it("refuses what contains itself", () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  expect(() => canonicalJson(loop)).toThrow(TypeError);
  const twice = { x: 1 };
  expect(canonicalJson([twice, twice])).toBe('[{"x":1},{"x":1}]');
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
