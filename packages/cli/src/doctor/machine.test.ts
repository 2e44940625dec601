import { expect, it } from "vitest";
import { bashFinding, gitFinding, nodeFinding } from "./machine.ts";

it.each([
  ["20.19.0", "ok"],
  ["24.1.0", "ok"],
  ["20.18.3", "error"],
  ["18.20.0", "error"],
])("Node %s: %s", (version, level) => {
  expect(nodeFinding(version).level).toBe(level);
});

it.each([
  ["git version 2.39.5\n", "ok"],
  ["git version 2.39.5 (Apple Git-154)\n", "ok"],
  ["git version 2.47.1.windows.1\n", "ok"],
  ["git version 2.7.4\n", "warning"],
  [null, "warning"],
])("%j: %s", (printed, level) => {
  expect(gitFinding(printed).level).toBe(level);
});

it.each([
  ["GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n", "ok"],
  [null, "error"],
])("%j: %s", (printed, level) => {
  expect(bashFinding(printed).level).toBe(level);
});
