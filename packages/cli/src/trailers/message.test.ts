import { expect, it } from "vitest";
import { hasWords, isTrailerSafe } from "./message.ts";

const cut = "# ------------------------ >8 ------------------------\n# Do not modify\ndiff --git a/x b/x\n+new\n";

it.each([
  ["fix: login\n", "", true],
  ["\n\n", "", false],
  ["# a comment\n\n# another\n", "", false],
  [`\n# On branch main\n${cut}`, "", false],
  [`fix\n${cut}`, "", true],
  ["# said\n; comment\n", ";", true],
  ["; comment\n", ";", false],
  ["# comment\n", "auto", false],
  ["// comment\n", "//", false],
  [`// a\n${cut.replaceAll("# ", "// ")}`, "//", false],
])("%j with %j has words: %s", (message, comment, words) => {
  expect(hasWords(message, comment)).toBe(words);
});

it.each([
  ["INT-001", true],
  ["a.b_c-1", true],
  ["INT-1\nSigned-off-by: x", false],
  ["-x", false],
  ["", false],
  ["a b", false],
])("%j is safe in a trailer: %s", (id, safe) => {
  expect(isTrailerSafe(id)).toBe(safe);
});
