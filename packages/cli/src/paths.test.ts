import { expect, it } from "vitest";
import { fromRoot, isInside } from "./paths.ts";

it.each([
  ["/r", "src/a.ts", "src/a.ts"],
  ["/r", "./src/../a.ts", "a.ts"],
  ["/r/src", "a.ts", "src/a.ts"],
  ["/r/src", "../b.ts", "b.ts"],
  ["/r", "/r/c.ts", "c.ts"],
  ["/r", "../elsewhere.ts", "../elsewhere.ts"],
])("in %s, %s is %s", (cwd, path, expected) => {
  expect(fromRoot("/r", cwd, path)).toBe(expected);
});

it.each([
  ["/r", true],
  ["/r/a", true],
  ["/r/..a", true],
  ["/", false],
  ["/ra", false],
])("%s is inside /r: %s", (path, expected) => {
  expect(isInside(path, "/r")).toBe(expected);
});
