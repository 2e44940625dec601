import { expect, it } from "vitest";
import { newNameProblem } from "./names.ts";

it.each([
  ["a.ts."],
  ["a.ts "],
  ["..."],
  ["a.ts:x"],
  ["con"],
  ["CON.txt"],
  ["aux.ts"],
  ["Nul.tar.gz"],
  ["com1"],
  ["LPT9.log"],
  ["com\u00b9"],
  ["GITHUB~1"],
  ["PROGRA~1.TS"],
  ["a%2fb"],
  ["%2E%2e"],
  ["%252e"],
  ["a\u200bb"],
  ["a\u200db"],
  ["\uff0e\uff0e"],
  ["a\uff0fb"],
  ["-rf"],
  ["--use.sh"],
  ["-e=x.sh"],
  ["-e sh x.sh"],
])("a new %j would be read differently elsewhere", (name) => {
  expect(newNameProblem(name)).not.toBeNull();
});

it.each([
  ["a.ts"],
  ["-o.ts"],
  [".hidden"],
  ["..x"],
  ["console.ts"],
  ["com10"],
  ["auxiliary"],
  ["backup~"],
  ["a~1b.ts"],
  ["a%20b"],
  ["50%"],
  ["$id.tsx"],
  ["日本語.md"],
  ["naïve.ts"],
  ["می\u200cخواهم"],
  ["👨\u200d💻.md"],
])("a new %j is fine", (name) => {
  expect(newNameProblem(name)).toBeNull();
});
