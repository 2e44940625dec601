import { describe, expect, it } from "vitest";
import { editedText } from "./edit-text.ts";

describe("edits of a text", () => {
  it.each([
    ["a\nb\n", [{ old: "a\nb", new: "c" }], "c\n"],
    ["a\r\nb\r\n", [{ old: "a\nb", new: "c\nd" }], "c\r\nd\r\n"],
    ["a\r\nb\r\n", [{ old: "a\r\nb", new: "c" }], "c\r\n"],
    ["a\r\nb\n", [{ old: "b", new: "c\nd" }], "a\r\nc\nd\n"],
    ["\uFEFFa", [{ old: "a", new: "b" }], "\uFEFFb"],
    ["aaa", [{ old: "a", new: "aa", all: true }], "aaaaaa"],
    ["$&", [{ old: "$&", new: "$1 $$" }], "$1 $$"],
    [
      "one",
      [
        { old: "one", new: "two" },
        { old: "two", new: "three" },
      ],
      "three",
    ],
  ])("%j with %j is %j", (before, edits, after) => {
    expect(editedText(before, edits, "a.ts")).toBe(after);
  });

  it.each([
    ["a", { old: "b", new: "" }, "is not there"],
    ["a a", { old: "a", new: "" }, "2 times"],
    ["a", { old: "", new: "x" }, "no text"],
  ])("%j with %j: %s", (before, edit, said) => {
    expect(() => editedText(before, [edit], "a.ts")).toThrow(said);
  });
});
