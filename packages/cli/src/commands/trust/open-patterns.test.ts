import { expect, it } from "vitest";
import { openPatterns } from "./open-patterns.ts";

it.each([
  ["  allow: [node **, make docs]", ["node **"]],
  ["  allow:\n    - bash -c **\n    - match: git **", ["bash -c **", "git **"]],
  ['  - "python3 **"', ["python3 **"]],
  ["  - terraform plan **\n  - git push **\n  - ./node **\n  # - sh **", []],
])("names what permits anything in %j", (text, found) => {
  expect(openPatterns(text)).toEqual(found);
});
