import { describe, expect, it } from "vitest";
import { patternProblem, toPatterns } from "./patterns.ts";

describe("patterns of a registry", () => {
  it.each([
    ["(create|add|modify).*?(feature|endpoint)"],
    ["\\bdeploy(s|ed|ing)?\\b"],
    ["how to.*(test|debug)"],
    ["(?:route|controller)s?"],
    ["a\\*b\\(c"],
    ["[a+*]{2}x"],
    ["(?=.*billing)(?=.*test)"],
    ["(abc)+"],
  ])("uses %s", (source) => {
    expect(patternProblem(source)).toBeUndefined();
  });

  it.each([
    ["(a+)+$", "repetition or a choice"],
    ["(a|aa)+$", "repetition or a choice"],
    ["((ab?)c)*", "repetition or a choice"],
    ["(a*){10}", "repetition or a choice"],
    ["(a{1,30}){1,30}b", "repetition or a choice"],
    ["(.)\\1", "refers back"],
    ["(?<x>a)\\k<x>", "refers back"],
    [".*.*.*.*x", "repeat without end"],
    ["a?".repeat(30), "optional"],
    ["(", "valid"],
    ["a)b", "brackets"],
    ["[z-a]", "valid"],
    ["x".repeat(301), "longer"],
  ])("does not use %s", (source, reason) => {
    expect(patternProblem(source)).toContain(reason);
    expect(toPatterns([source])).toEqual([]);
  });

  it.each([
    ["x.*y.*z", "xy".repeat(100_000)],
    ["(x|y).*?(x|y).*?(x|y).*?q", "xy".repeat(100_000)],
    ["\\s+$", " ".repeat(100_000)],
  ])("%s is done soon, whatever the message", (source, message) => {
    const [pattern] = toPatterns([source]);
    const start = performance.now();
    pattern?.matches(`${message}!`);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
