import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAlikes } from "./look-alikes.ts";
import { shownLines } from "./show.ts";

describe("a text for a person to agree to", () => {
  it.each([
    ["nothing to see", ["nothing to see"]],
    ["  indented\tby a tab", ["  indented    by a tab"]],
    [`echo ok${" ".repeat(5000)}; rm -rf /`, ["echo ok<5000 spaces>; rm -rf /"]],
    [`${" ".repeat(300)}rm -rf /`, ["<300 spaces>rm -rf /"]],
    ["ends with a tab\t", ["ends with a tab<1 tab>"]],
    ["ends with blanks  \t", ["ends with blanks<2 spaces, 1 tab>"]],
    ["a\rrm -rf /", ["a\\rrm -rf /"]],
    ["a\u001b[2K\u202eb", ["a\\e[2K\\u{202e}b"]],
    ["zero\u200bwidth\u3164filler\u00a0blank", ["zero\\u{200b}width\\u{3164}filler\\u{a0}blank"]],
    [`first${"\n".repeat(301)}last`, ["first", "<300 empty lines>", "last"]],
    ["a\n\nb", ["a", "", "b"]],
    ["src/\u0430uth/login.ts", ["src/\\u{430}uth/login.ts"]],
  ])("%j", (text, lines) => {
    expect(shownLines(text, 100)).toEqual(lines);
  });

  it("breaks long lines and cuts none, with a mark where a line goes on", () => {
    const lines = shownLines(`${"x".repeat(250)}END`, 104, ["  | ", "  : "]);
    expect(lines.map((line) => line.slice(0, 4))).toEqual(["  | ", "  : ", "  : "]);
    expect(lines.map((line) => line.slice(4)).join("")).toBe(`${"x".repeat(250)}END`);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(104);
    expect(shownLines("文".repeat(60), 100)).toHaveLength(2);
  });

  it("shows every letter of any text, in lines that fit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 20, max: 200 }), (text, width) => {
        const all = shownLines(text, width).join("");
        expect(all).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
        for (const letter of text.match(/[!-~]/g) ?? []) expect(all).toContain(letter);
      }),
    );
  });
});

describe("look-alikes", () => {
  it.each([
    ["login", "login"],
    ["gr\u00f6\u00dfe caf\u00e9", "gr\u00f6\u00dfe caf\u00e9"],
    [
      "\u0441\u043a\u0430\u0436\u0438 \u043f\u0440\u0438\u0432\u0435\u0442",
      "\u0441\u043a\u0430\u0436\u0438 \u043f\u0440\u0438\u0432\u0435\u0442",
    ],
    ["wr\u0456te", "wr\\u{456}te"],
    ["\u0440\u0430\u0441\u0435", "\\u{440}\\u{430}\\u{441}\\u{435}"],
    ["\uff52\uff4d", "\\u{ff52}\\u{ff4d}"],
    ["\u{1d42b}\u{1d426}", "\\u{1d42b}\\u{1d426}"],
    ["\u6587\u4ef6 a", "\u6587\u4ef6 a"],
  ])("%j is shown as %j", (text, shown) => {
    expect(lookAlikes(text)).toBe(shown);
  });
});
