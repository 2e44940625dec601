import { expect, it } from "vitest";
import { languageOf } from "./languages.ts";

it.each([
  ["src/a.ts", "typescript"],
  ["a.d.mts", "typescript"],
  ["a.TSX", "tsx"],
  ["a.cjs", "javascript"],
  ["a.pyi", "python"],
  ["a.go", "go"],
  ["a.rs", "rust"],
  ["A.java", "java"],
  ["a.hpp", "cpp"],
  ["a.md", undefined],
  ["go", undefined],
  [".ts/Makefile", undefined],
] as const)("%s is %s", (path, grammar) => {
  expect(languageOf(path)?.grammar).toBe(grammar);
});
