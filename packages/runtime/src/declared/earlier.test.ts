import fc from "fast-check";
import { expect, it } from "vitest";
import { markChanges } from "./earlier.ts";

const shown = (before: string | null, now: string) =>
  markChanges(before, now).map(({ mark, number, text }) => `${mark}${number ?? ""}${text}`);

it.each([
  [null, "a\nb\n", [" 1a", " 2b"]],
  ["a\nb\n", "a\nb\n", [" 1a", " 2b"]],
  ["a\nb\nc\n", "a\nx\nc\n", [" 1a", "-b", "+2x", " 3c"]],
  ["a\nc\n", "a\nb\nc\n", [" 1a", "+2b", " 3c"]],
  ["a\nb\nc\n", "a\nc\n", [" 1a", "-b", " 2c"]],
  ["", "a\n", ["+1a"]],
])("%j, now %j: %j", (before, now, lines) => {
  expect(shown(before, now)).toEqual(lines);
});

it("shows every line of the text as it is now, in order", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, now) => {
      const kept = markChanges(before, now).filter(({ number }) => number !== null);
      expect(kept.map(({ text: line }) => line)).toEqual(markChanges(null, now).map(({ text: line }) => line));
      expect(kept.map(({ number }) => number)).toEqual(kept.map((_, at) => at + 1));
    }),
  );
});
