import { expect, it } from "vitest";
import { parseGitignore } from "./gitignore.ts";

it.each([
  ["node_modules/", "a/node_modules", true],
  ["/build", "build", true],
  ["/build", "a/build", null],
  ["docs/api", "docs/api", true],
  ["docs/api", "x/docs/api", null],
  ["out/**", "out", true],
  ["*.egg-info", "lib/x.egg-info", true],
  ["tmp\n!tmp", "tmp", false],
  ["# tmp\n\n", "tmp", null],
  ["!", "tmp", null],
  ["[", "tmp", null],
])("%j says of %s: %s", (text, path, expected) => {
  expect(parseGitignore(text).decide(path)).toBe(expected);
});
