import { expect, it } from "vitest";
import { readToml } from "./toml-value.ts";

it("says what the text says", () => {
  const text = `a = 1\nb.c = 'x'\n[d.e]\nf = [1, "two", { g = true }]\n[[h]]\ni = 1\n[[h]]\ni = 2\n`;
  expect(JSON.parse(JSON.stringify(readToml(text)))).toEqual({
    a: 1,
    b: { c: "x" },
    d: { e: { f: [1, "two", { g: true }] } },
    h: { 0: { i: 1 }, 1: { i: 2 } },
  });
});

it("reaches nobody else's objects", () => {
  readToml("[__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1\n");
  readToml("__proto__.polluted = 1\na = { __proto__ = { polluted = 1 } }\n");
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
