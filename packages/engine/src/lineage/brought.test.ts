import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { broughtFrom, type Earlier } from "./brought.ts";
import { shapeOf } from "./shape.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const shapes = (lines: readonly string[]) => lines.map((line) => shapeOf(`${line}\n`, hash));
const had = (version: string, lines: readonly string[], isUnsure = false): Earlier => ({
  path: "a.ts",
  version,
  isUnsure,
  shapes: shapes(lines),
});

const [one, two, three, four] = ["const one = 1;", "const two = 2;", "const three = 3;", "const four = 4;"];

describe("a line that is new is brought from", () => {
  it.each<[string, string[], number[], Earlier[], (string | null)[]]>([
    ["the version that has it", [one, two], [1], [had("v", [two])], [null, "v:0"]],
    ["nowhere, when no version has it", [one, four], [1], [had("v", [one, two])], [null, null]],
    [
      "the version that has most of them",
      [one, two, three],
      [1, 2],
      [had("v", [two]), had("w", [two, three])],
      [null, "w:0", "w:1"],
    ],
    [
      "several, when none has all",
      [one, two, three],
      [1, 2],
      [had("v", [two]), had("w", [three])],
      [null, "v:0", "w:0"],
    ],
    [
      "one that somebody is known to have made, if there is one",
      [one, two],
      [1],
      [had("u", [one, two], true), had("v", [two])],
      [null, "v:0"],
    ],
    ["one that is the same as a whole, brackets and all", ["}", ""], [0, 1], [had("v", ["}", ""])], ["v:0", "v:1"]],
    ["none by its brackets alone", ["}", four], [0, 1], [had("v", [one, "}"])], [null, null]],
  ])("%s", (_, now, fresh, earlier, expected) => {
    const found = broughtFrom(shapes(now), fresh, earlier);
    const told = now.map((__, at) => found.get(at)).map((it) => (it ? `${it.from.version}:${it.stood}` : null));
    expect(told).toEqual(expected);
  });
});
