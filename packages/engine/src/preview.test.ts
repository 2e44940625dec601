import { aCall, aCommand } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detailOf, previewOf, visible, visibleLine } from "./preview.ts";

describe("previewOf", () => {
  it.each([
    [0, 0, 0],
    [20, 20, 0],
    [21, 20, 1],
    [1000, 20, 980],
  ])("of %i lines shows %i and tells of %i", (count, shown, hidden) => {
    const preview = previewOf(Array.from({ length: count }, (_, n) => `line ${n}\n`).join(""));
    expect([preview.lines.length, preview.hidden]).toEqual([shown, hidden]);
  });

  it("says so when a line is cut", () => {
    expect(previewOf("x".repeat(700)).lines[0]).toMatch(/^x{500} … 200 more characters$/);
  });
});

describe("detailOf", () => {
  it("shows the whole of every change", () => {
    const call = aCall({
      effects: [
        { op: "create", path: "a.ts", certainty: "exact", change: { kind: "content", content: "one\ntwo\n" } },
        {
          op: "modify",
          path: "b.ts",
          certainty: "exact",
          change: { kind: "edits", edits: [{ old: "x", new: "y\nz", all: true }] },
        },
        { op: "rename", from: "c.ts", path: "d.ts", certainty: "exact" },
        { op: "modify", path: null, certainty: "opaque", change: { kind: "patch", patch: "@@ -1 +1 @@\n-a\n+b" } },
        { op: "exec", path: "ls", certainty: "inferred" },
      ],
    });
    expect(detailOf(call).split("\n")).toEqual([
      "create a.ts",
      "+one",
      "+two",
      "modify b.ts",
      "@@ every place",
      "-x",
      "+y",
      "+z",
      "rename c.ts -> d.ts",
      "modify (a file that cannot be named)",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ]);
  });

  it("shows the whole command", () => {
    const text = Array.from({ length: 30 }, (_, n) => `echo ${n}`).join("\n");
    expect(detailOf(aCommand(text, "opaque"))).toBe(text);
  });
});

describe("visible", () => {
  it.each([
    ["a\x1b[2Kb", "a\\e[2Kb"],
    ["a\rb", "a\\rb"],
    ["a\x07b\x9b", "a<U+0007>b<U+009B>"],
    ["a\u202eb", "a<U+202E>b"],
    ["a\u200bb\u2066", "a<U+200B>b<U+2066>"],
    ["a\u2028b", "a<U+2028>b"],
    ["\ud800", "<U+D800>"],
    ["tab\tand\nline, é, 日本", "tab\tand\nline, é, 日本"],
  ])("%j: %s", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("leaves no character that acts, and changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(/(?![\n\t])\p{Cc}|\p{Bidi_Control}/u);
        expect(visible(visible(text))).toBe(visible(text));
        expect(visibleLine(text)).not.toMatch(/[\n\t\r]/);
      }),
    );
  });
});
