import { describe, expect, it } from "vitest";
import { openPatterns, patternProblem } from "./patterns.ts";

describe("patterns of a registry", () => {
  it.each([
    ["(create|add|modify).*?(feature|endpoint)"],
    ["\\bdeploy(s|ed|ing)?\\b"],
    ["how to.*(test|debug)"],
    ["(?:route|controller)s?"],
    ["a\\*b\\(c"],
    ["[a+*]{2}x"],
    ["deploy\\s+the\\s+.*(service|site)s?"],
    ["(create|change|check|test|tests|testing) (a|an|the) (component|page|form)s?"],
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
    ["a.*a.*b", "repeats without end"],
    ["(?=.*billing)(?=.*test)", "repeats without end"],
    ["(a|a)".repeat(20), "choice"],
    ["a{0,20}".repeat(5), "choice"],
    ["a?".repeat(30), "optional"],
    ["(", "valid"],
    ["a)b", "brackets"],
    ["[z-a]", "valid"],
    ["x".repeat(301), "longer"],
  ])("does not use %s", (source, reason) => {
    expect(patternProblem(source)).toContain(reason);
    expect(openPatterns([[source]])(source)).toEqual([]);
  });

  it("looks at blanks as one, and at the beginning of a long request", () => {
    const fitting = openPatterns([["add\\s+a.*widget"], ["no"], ["gadget", "add"]]);
    expect(fitting("please add\n  a blue\nwidget")).toEqual([0, 2]);
    expect(fitting(`${"x ".repeat(1_000)}gadget`)).toEqual([]);
  });

  it.each([
    ["a.*b", 200],
    ["(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b", 31],
    ["(a|a)(a|a)(a|a)(a|a)(a|a)a.*b", 8],
    ["nowhere", 200],
  ])("of many like %s, the first %d are used", (source, used) => {
    const lists = Array.from({ length: 300 }, (_, at) => [`${source}|=${at}=`]);
    const fits = (at: number): boolean => openPatterns(lists)(`=${at}=`).includes(at);
    expect([fits(0), fits(used - 1), fits(used)]).toEqual([true, true, false]);
  });

  it("counts ten patterns of an ability", () => {
    const fitting = openPatterns([Array.from({ length: 20 }, (_, at) => `=${at}=`)]);
    expect([fitting("=9="), fitting("=10=")]).toEqual([[0], []]);
  });

  it.each([
    ["a.*a.*a.*b", "a".repeat(2_000)],
    ["a.*b", "a".repeat(2_000)],
    ["(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b", "a".repeat(2_000)],
    ["a{0,20}a?b", "a".repeat(2_000)],
    ["(a|a)(a|a).*(a|a)(a|a)b", "a".repeat(2_000)],
    ["\\s+$", " ".repeat(100_000)],
  ])("6,000 like %s are done with soon", (source, message) => {
    const lists = Array.from({ length: 300 }, (_, ability) =>
      Array.from({ length: 20 }, (_, at) => `${source}${ability}x${at}`),
    );
    const start = process.cpuUsage();
    openPatterns(lists)(`${message}!`);
    // 50 ms of an idle processor; quadratic time for each would be seconds.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(250);
  });
});
