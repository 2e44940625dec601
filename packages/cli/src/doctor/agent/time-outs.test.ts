import { expect, it } from "vitest";
import { timeOutFindings } from "./time-outs.ts";
import type { FoundFile } from "./wired-files.ts";

function given(wired: number | null, installed: number | null, ...more: (readonly [string, number])[]): FoundFile {
  const hook = (value: number | null, event = "PreToolUse") => ({
    line: "writ",
    event,
    timeout: value === null ? null : { name: "timeout", value },
  });
  return {
    path: ".qwen/settings.json",
    purpose: "hooks",
    state: "wired",
    problem: null,
    isLink: false,
    installed: { hooks: [hook(installed), ...more.map(([event, value]) => hook(value, event))], servers: [] },
    wanted: { hooks: [hook(wired), ...more.map(([event]) => hook(wired, event))], servers: [] },
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

it("names all that are too short, and one second is one", () => {
  const file = given(30, 1, ["Stop", 1], ["SessionEnd", 5], ["SessionStart", 30]);
  expect(timeOutFindings("qwen", [file])[0]?.message).toContain(
    "gives PreToolUse and Stop 1 second where Writ needs 30 and SessionEnd 5 seconds where Writ needs 30: a hook",
  );
});

it("has nothing to say where an agent has no time-outs", () => {
  expect(timeOutFindings("windsurf", [given(null, null)])).toEqual([]);
});
