import { Config, type ConfigKey, defaultConfig } from "@writ/contracts";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isConfigKey } from "./hold.ts";
import { isConfig, rules } from "./rules.ts";

const keys = Object.keys(defaultConfig).filter(isConfigKey);

/** Everything the schema of a key allows, and near misses. */
const words = fc.constantFrom(
  ...["enforce", "observe", "mutating", "all", "every-change", "risky", "never", "normal", "strict", "session", "turn"],
  ...[
    "hunk",
    "file",
    "branch",
    "single",
    "call",
    "persist",
    "safe",
    "changes",
    "ask",
    "deny",
    "script",
    "tty",
    "native",
    "ui",
  ],
  ...["AGENT.md", "", "!", " ", ".", "/", "..", "tmp", "Enforce"],
);
const parts = fc.constantFrom(
  "change",
  "sensitive",
  "delete",
  "command",
  "opaque",
  "expansion",
  "hours",
  "files",
  "lines",
  "x",
);
const leaf = fc.oneof(
  words,
  fc.integer({ min: -1, max: 3 }),
  fc.constantFrom(0.5, Number.NaN, Number.POSITIVE_INFINITY, null, true),
);
const whole = fc.constantFrom<unknown>(...Object.values(defaultConfig));
const value: fc.Arbitrary<unknown> = fc.oneof(
  leaf,
  whole,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(parts, leaf),
);

/** What the rules refuse beyond the schema: values that are well formed and would do harm. */
const stricter: Partial<Record<ConfigKey, RegExp>> = {
  brain: /empty|inside the workspace|protected/,
  sensitive_paths: /empty/,
  scratch: /empty|no folder/,
  runners: /empty/,
  approval_exempt: /empty/,
};

describe.each(keys)("%s", (key) => {
  it("is judged as by the schema of the contracts, or more strictly for a reason", () => {
    fc.assert(
      fc.property(value, (candidate) => {
        const fault = rules[key](candidate);
        const isValid = Config.shape[key].safeParse(candidate).success;
        if (fault === null) expect(isValid).toBe(true);
        else if (isValid) expect(fault.reason).toMatch(stricter[key] ?? /never/);
      }),
      { numRuns: inDepth(80, 400) },
    );
  });
});

it("accepts the defaults", () => {
  expect(isConfig(defaultConfig)).toBe(true);
  expect(isConfig({ ...defaultConfig, mode: undefined })).toBe(false);
});
