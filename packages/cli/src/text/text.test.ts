import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, later, parseDuration, parseSince } from "./duration.ts";
import { paintFor, wantsColour } from "./paint.ts";
import { columns, plural } from "./table.ts";
import { visible, visibleLines } from "./visible.ts";

describe("visible", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["a\u001b[2Jb", "a\\e[2Jb"],
    ["a\r\nb\tc", "a\\r\\nb\\tc"],
    ["safe\u202etxt.exe", "safe\\u{202e}txt.exe"],
    ["zero\u200bwidth", "zero\\u{200b}width"],
    ["\u0000\u007f\u009b", "\\u{0}\\u{7f}\\u{9b}"],
    ["half \ud800", "half \\u{d800}"],
    ["größe 文件 🙂", "größe 文件 🙂"],
  ])("shows %j as %j", (text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it("leaves nothing that moves the cursor, whatever comes in", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
      }),
    );
  });

  it("keeps line breaks and tabs of many lines", () => {
    expect(visibleLines("a\tb\nc\u001bd")).toEqual(["a\tb", "c\\ed"]);
  });
});

describe("durations", () => {
  it.each([
    ["30m", 1_800_000],
    ["1h30m", 5_400_000],
    ["2d", 172_800_000],
    ["0m", null],
    ["", null],
    ["30", null],
    ["-5m", null],
    ["5 m", null],
    ["m", null],
  ])("%j is %s ms", (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each([
    [0, "0s"],
    [59_000, "59s"],
    [5_400_000, "1h 30m"],
    [3_600_000, "1h"],
    [172_800_000 + 60_000, "2d"],
  ])("%s ms is said as %j", (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });

  const now = "2026-03-01T12:00:00.000Z";
  it.each([
    ["2h", "2026-03-01T10:00:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000Z"],
    ["yesterday", null],
    ["2026-13-99", null],
  ])("since %j is %s", (text, expected) => {
    expect(parseSince(text, now)).toBe(expected);
  });

  it("counts on from a moment", () => {
    expect(later(now, 60_000)).toBe("2026-03-01T12:01:00.000Z");
  });
});

it.each<[Record<string, string>, boolean, boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, false],
  [{ TERM: "dumb" }, true, false],
])("with %j and a terminal: %s, colours: %s", (env, terminal, expected) => {
  expect(wantsColour(env, terminal)).toBe(expected);
});

it("paints only when it should", () => {
  expect(paintFor(false).red("x")).toBe("x");
  expect(paintFor(true).red("x")).toBe("\u001b[31mx\u001b[39m");
});

it("lines columns up, and makes them visible", () => {
  expect(
    columns([
      ["a", "b"],
      ["long\n", "c"],
    ]),
  ).toEqual(["  a       b", "  long\\n  c"]);
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(0, "file")).toBe("0 files");
});
