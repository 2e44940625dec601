import { describe, expect, it } from "vitest";
import { addedText, patchedText } from "./patch-text.ts";

const lines = (...all: string[]) => all.join("\n");

describe("an update", () => {
  it.each([
    ["replaces a line", "a\nb\nc\n", lines("@@", " a", "-b", "+B"), "a\nB\nc\n"],
    ["needs no @@", "a\nb\n", lines("-b", "+B"), "a\nB\n"],
    [
      "finds its place by a line after @@",
      "f {\n x\n}\ng {\n x\n}\n",
      lines("@@ g {", "- x", "+ y"),
      "f {\n x\n}\ng {\n y\n}\n",
    ],
    [
      "finds it within a place",
      "class A\n def f\n  x\nclass B\n def f\n  x\n",
      lines("@@ class B", "@@ def f", "-  x", "+  y"),
      "class A\n def f\n  x\nclass B\n def f\n  y\n",
    ],
    ["inserts after the line it names", "a\nb\n", lines("@@ a", "+x"), "a\nx\nb\n"],
    ["appends where it names none", "a\n", lines("+b"), "a\nb\n"],
    ["appends to an empty file", "", lines("+a"), "a\n"],
    [
      "goes on from one hunk to the next",
      "a\nx\nb\nx\n",
      lines("@@", " a", "-x", "+1", "@@", " b", "-x", "+2"),
      "a\n1\nb\n2\n",
    ],
    ["takes the last place at the end of the file", "x\ny\nx\n", lines("-x", "+z", "*** End of File"), "x\ny\nz\n"],
    ["leaves the last line without its end", "a\nb", lines(" a", "-b", "+c"), "a\nc"],
    ["overlooks blanks at the end of lines, and keeps them", "a  \nb\n", lines(" a", "-b", "+c"), "a  \nc\n"],
    ["takes an empty line for one", "a\n\nb\n", lines(" a", "", "-b", "+c"), "a\n\nc\n"],
    ["overlooks empty lines before the next header", "a\nb\n", lines("-a", "+A", "", ""), "A\nb\n"],
    ["keeps the ends of lines", "a\r\nb\r\n", lines(" a", "-b", "+c", "+d"), "a\r\nc\r\nd\r\n"],
    ["deletes everything", "a\nb\n", lines("-a", "-b"), ""],
  ])("%s", (_, before, body, after) => {
    expect(patchedText(before, body, "a.ts")).toBe(after);
  });

  it.each([
    ["a\n", lines("-b"), '"b"'],
    ["a\n", lines("@@ nowhere", "-a"), '"nowhere"'],
    ["x\ny\n", lines("-x", "*** End of File"), '"x"'],
    ["  a\n", lines("-a"), '"a"'],
    ["a\nb\n", lines("@@", "-b", "@@", "-a"), '"a"'],
  ])("%j does not take %j", (before, body, said) => {
    expect(() => patchedText(before, body, "a.ts")).toThrow(said);
  });
});

it.each([
  ["", ""],
  ["+", "\n"],
  ["+a\n++b", "a\n+b\n"],
])("an added file of %j holds %j", (body, text) => {
  expect(addedText(body)).toBe(text);
});
