import { expect, it } from "vitest";
import { Pairs } from "./pairs.ts";

it("pairs one with one, and never two with one", () => {
  const pairs = new Pairs<string>();
  expect([pairs.pair("a", "b"), pairs.pair("a", "b"), pairs.pair("a", "c"), pairs.pair("d", "b")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(pairs.changed()).toEqual([["a", "b"]]);
});

it("forgets what came after a mark, and nothing else", () => {
  const pairs = new Pairs<string>();
  pairs.pair("a", "a");
  const undo = pairs.mark();
  pairs.pair("x", "y");
  undo();
  expect([pairs.pair("x", "z"), pairs.pair("a", "b")]).toEqual([true, false]);
});
