import { expect, it } from "vitest";
import { mayMatch } from "./may-match.ts";

it.each([
  ["*", "writ-0", true],
  ["writ-*", "writ-0", true],
  ["*-0", "writ-0", true],
  ["w?it-0", "writ-0", true],
  ["[vw]rit-0", "writ-0", true],
  ["WRIT-*", "writ-0", true],
  ["wri\\t-*", "writ-0", true],
  ["**", "writ-0", true],
  ["@(writ)-*", "writ-0", true],
  ["*.log", "writ-0", false],
  ["build-*", "writ-0", false],
  ["writ", "writ-0", false],
  ["w.it-0", "writ-0", false],
])("%s and %s: %s", (pattern, name, may) => {
  expect(mayMatch(pattern, name)).toBe(may);
});
