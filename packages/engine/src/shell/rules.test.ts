import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { rules } from "./rules.ts";

const classOf = (text: string) => analyse(text, { runners: [] }).class;

describe.each(rules)("$program", ({ yes, no }) => {
  it.each(yes)("only reads: %s", (text) => {
    expect(classOf(text)).toBe("safe");
  });

  it.each(no)("does more: %s", (text) => {
    expect(classOf(text)).not.toBe("safe");
  });
});

it("has one entry a program", () => {
  const programs = rules.map(({ program }) => program);
  expect([...new Set(programs)]).toEqual(programs);
});
