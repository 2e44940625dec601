import { expect, it } from "vitest";
import { timeOutFindings } from "./time-outs.ts";
import type { FoundFile } from "./wired-files.ts";

function given(wired: number | null, installed: number | null): FoundFile {
  const hook = (value: number | null) => ({
    line: "writ",
    event: "PreToolUse",
    timeout: value === null ? null : { name: "timeout", value },
  });
  return {
    path: ".qwen/settings.json",
    purpose: "hooks",
    state: "wired",
    problem: null,
    installed: { hooks: [hook(installed)], servers: [] },
    wanted: { hooks: [hook(wired)], servers: [] },
  };
}

it.each([
  ["as wired", 30_000, 30_000, "ok"],
  ["longer", 30, 600, "ok"],
  ["shorter, but longer than Writ takes", 30, 20, "ok"],
  ["left to the agent", 30, null, "ok"],
  ["shorter than Writ may take", 30, 15, "error"],
  ["seconds where milliseconds count", 30_000, 30, "error"],
])("a time-out %s", (_, wired, installed, level) => {
  expect(timeOutFindings("qwen", [given(wired, installed)])).toMatchObject([{ level }]);
});

it("says both numbers and the unit", () => {
  expect(timeOutFindings("qwen", [given(30_000, 30)])[0]?.message).toContain("30 milliseconds where Writ needs 30000");
});

it("has nothing to say where an agent has no time-outs", () => {
  expect(timeOutFindings("windsurf", [given(null, null)])).toEqual([]);
});
