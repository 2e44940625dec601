import { describe, expect, it } from "vitest";
import { cutToWidth, pad, widthOf, withoutTabs } from "./width.ts";

describe("columns of a terminal", () => {
  it.each([
    ["abc", 3],
    ["宽字", 4],
    ["a🚀b", 4],
    ["", 0],
  ])("%j takes %i", (text, columns) => expect(widthOf(text)).toBe(columns));

  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 4, "abc…"],
    ["宽字符", 5, "宽字…"],
    ["宽字符", 4, "宽…"],
    ["🚀🚀🚀", 4, "🚀…"],
  ])("%j in %i is %j", (text, room, expected) => {
    expect(cutToWidth(text, room)).toBe(expected);
    expect(widthOf(cutToWidth(text, room))).toBeLessThanOrEqual(room);
  });

  it("fills up with blanks", () => expect(pad("宽", 4)).toBe("宽  "));

  it("puts what follows a tab at the next stop", () => {
    expect(withoutTabs("a\tb\t\tc", 4)).toBe("a   b       c");
    expect(withoutTabs("宽\tx", 4)).toBe("宽  x");
  });
});
