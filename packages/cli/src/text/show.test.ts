import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAlikes } from "./look-alikes.ts";
import { paintFor } from "./paint.ts";
import { drawFor, shownLine, shownLines } from "./show.ts";

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
    ["README\u4e00\u89a7", "README\u4e00\u89a7"],
    [
      "\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u044b.md",
      "\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u044b.md",
    ],
    ["src/\u0441\u043e\u0440\u0434", "src/\\u{441}\\u{43e}\\u{440}\u0434"],
    ["\u0261it v\u0131m \u217cs \ua731rc \u017fu", "\\u{261}it v\\u{131}m \\u{217c}s \\u{a731}rc \\u{17f}u"],
    ["a\u2044b a\u2215b x\u037e y", "a\\u{2044}b a\\u{2215}b x\\u{37e} y"],
    ["\u13aa \ua4d0 \u0578", "\\u{13aa} \\u{a4d0} \\u{578}"],
    ["a\u0338b -l\u0301\u0302", "a\\u{338}b -l\\u{301}\\u{302}"],
    ["\u2018; rm x\u2019 \u2013rf \u2212rf", "\\u{2018}; rm x\\u{2019} \\u{2013}rf \\u{2212}rf"],
    ["wait \u2014 more\u2026", "wait \u2014 more\u2026"],
    ["log\u10d8n", "log\\u{10d8}n"],
  ])("%j is shown as %j", (text, shown) => {
    expect(lookAlikes(text)).toBe(shown);
  });
});

describe("what is spelled out", () => {
  const real = "echo \u202e\r and    <2 spaces>".replace("    ", " ".repeat(30));
  const typed = "echo \\u{202e}\\r";

  it("stands inverse on a terminal, and what was typed like it does not", () => {
    const text = `${real}\n${typed}`;
    expect(shownLines(text, 100, ["", ""], drawFor(text, paintFor(true)))).toEqual([
      "echo \u001b[7m\\u{202e}\u001b[27m\u001b[7m\\r\u001b[27m and\u001b[7m<30 spaces>\u001b[27m<2 spaces>",
      typed,
    ]);
  });

  it("stands in brackets without colours, where something was typed like it", () => {
    const text = `\u202e \u27ea ${typed}`;
    expect(shownLines(text, 100, ["", ""], drawFor(text, paintFor(false)))).toEqual([
      `⟪\\u{202e}⟫ ⟪\\u{27ea}⟫ ${typed}`,
    ]);
    expect(drawFor("echo \u202e", paintFor(false))("\\u{202e}")).toBe("\\u{202e}");
  });

  it("goes on being marked in the next line, and cannot be marked by the text itself", () => {
    const draw = (spelled: string) => `[${spelled}]`;
    expect(shownLines(`${"x".repeat(12)}\u{10fffd}y`, 16, ["", ""], draw)).toEqual([
      `${"x".repeat(12)}[\\u{1]`,
      "[0fffd}]y",
    ]);
    expect(shownLines("\ufdd0a\ufdd1", 100, ["", ""], draw)).toEqual(["[\\u{fdd0}]a[\\u{fdd1}]"]);
  });

  it("is a line break in what is one line, and a byte that is no text", () => {
    const draw = (spelled: string) => `[${spelled}]`;
    expect(shownLine("a\nb", 100, ["f: ", "   "], draw)).toEqual(["f: a[\\n]b"]);
    expect(shownLines("caf\udce9", 100, ["", ""], draw)).toEqual(["caf[\\x{e9}]"]);
  });
});
