import type { Ability } from "@writ/contracts";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSuggester } from "./suggester.ts";

const anAbility = (some: Partial<Ability> & Pick<Ability, "id">): Ability => ({
  level: "high",
  kind: "workflow",
  summary: "",
  whenToUse: [],
  keywords: [],
  negativeKeywords: [],
  examples: [],
  patterns: [],
  modules: [],
  environments: [],
  priority: "medium",
  source: "ABILITY.md",
  ...some,
});

const billing = anAbility({
  id: "billing_regression",
  summary: "Runs the full billing regression suite against a non-production service.",
  examples: ["run the billing regression suite"],
});
const signup = anAbility({
  id: "signup_e2e",
  summary: "Tests the whole signup flow end to end in a real browser.",
  keywords: ["signup", "registration"],
});
const staging = anAbility({
  id: "deploy_staging",
  summary: "Builds the branch and deploys it to staging.",
  negativeKeywords: ["production"],
});
const rollback = anAbility({
  id: "rollbackRelease",
  summary: "Takes a service back to its previous release.",
});
const abilities = [billing, signup, staging, rollback];
const first = (message: string, among: readonly Ability[] = abilities): string | undefined =>
  openSuggester(among).suggest(message)[0]?.id;

describe("openSuggester", () => {
  it.each([
    ["I need to run the full billing regression tests", "billing_regression"],
    ["Run the full billing regression tests for me.", "billing_regression"],
    ["run teh biling regresion tests", "billing_regression"],
    ["test signup flow end-to-end", "signup_e2e"],
    ["testing the sign-up flow", "signup_e2e"],
    ["does sign up still work end2end in the browser", "signup_e2e"],
    ["deploying my branch to stagging", "deploy_staging"],
    ["ship the branch to staging", "deploy_staging"],
    ["roll the service back to the previous release", "rollbackRelease"],
    [
      "I changed src/invoice/round.ts yesterday. Before I merge, run the billing regression suite.",
      "billing_regression",
    ],
    ["```\nError: signup flow end to end in browser\n```\nrun the billing regression suite", "billing_regression"],
  ])("%j: %s", (message, id) => {
    expect(first(message)).toBe(id);
  });

  it.each([
    [""],
    ["ok"],
    ["thanks, that is perfect"],
    ["what is a regression?"],
    ["rename the variable billing in this function"],
    ["open src/billing/regression.ts"],
    ["what should I cook tonight?"],
    ["constructor __proto__ toString hasOwnProperty"],
  ])("%j: nothing", (message) => {
    expect(openSuggester(abilities).suggest(message)).toEqual([]);
  });

  it("suggests nothing where there is nothing", () => {
    expect(openSuggester([]).suggest("run the billing regression suite")).toEqual([]);
  });

  it("says which words led to it, and what they were taken for", () => {
    const [{ reason, confidence, source } = { reason: "", confidence: 0, source: "" }] = openSuggester(
      abilities,
    ).suggest("run the biling regression suite");
    expect(reason).toContain("“biling” (billing), “regression” and “suite” in its name and examples");
    expect(reason).toContain("close to its example “run the billing regression suite”");
    expect(confidence).toBeGreaterThan(0.8);
    expect(source).toBe("ABILITY.md");
  });

  it("leaves out what a negative keyword speaks against", () => {
    expect(first("deploy my branch to staging")).toBe("deploy_staging");
    expect(first("deploy my branch to staging and production")).not.toBe("deploy_staging");
  });

  it("takes an author's pattern for it, and a bad one for nothing", () => {
    const pattern = anAbility({ id: "x1", summary: "Something.", patterns: ["(create|add).*?widget", "(", "(a+)+$"] });
    expect(first("please add one more blue widget", [pattern])).toBe("x1");
    expect(first("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", [pattern])).toBeUndefined();
  });

  it("lets use, priority and stage decide between equals only", () => {
    const twin = (id: string, more: Partial<Ability> = {}): Ability =>
      anAbility({ id, summary: "Exports the audit report.", examples: ["export the audit report"], ...more });
    const ids = (among: readonly Ability[], options = {}): string[] =>
      openSuggester(among)
        .suggest("export the audit report", options)
        .map(({ id }) => id);
    expect(ids([twin("one"), twin("two")])).toEqual(["one", "two"]);
    expect(ids([twin("one"), twin("two")], { uses: { two: 50 } })).toEqual(["two", "one"]);
    expect(ids([twin("one"), twin("two", { priority: "critical" })])).toEqual(["two", "one"]);
    const reviewer = twin("two", { summary: "Exports the audit report for review." });
    expect(ids([twin("one", { summary: "Exports the report." }), reviewer], { stage: "review" })[0]).toBe("two");
    expect(openSuggester([twin("one")]).suggest("tell me a joke", { uses: { one: 1e9 } })).toEqual([]);
  });

  it("gives at most as many as asked for, three unless said", () => {
    const many = ["a1", "b2", "c3", "d4", "e5"].map((id) => anAbility({ id, examples: ["export the audit report"] }));
    expect(openSuggester(many).suggest("export the audit report")).toHaveLength(3);
    expect(openSuggester(many).suggest("export the audit report", { limit: 4 })).toHaveLength(4);
  });

  it("gives its best guess to somebody who asks on purpose", () => {
    const message = "does the browser thing still behave?";
    expect(openSuggester(abilities).suggest(message)).toEqual([]);
    expect(openSuggester(abilities).suggest(message, { atLeast: 0 })[0]?.id).toBe("signup_e2e");
  });

  it("gives the same for the same, whatever was asked before", () => {
    const suggester = openSuggester(abilities);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (message) => {
        const found = suggester.suggest(message);
        expect(openSuggester(abilities).suggest(message)).toEqual(found);
        for (const { confidence } of found) expect(confidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: inDepth(10, 50) },
    );
  });

  it.each([
    ["a".repeat(1_000_000)],
    ["/".repeat(100_000)],
    ["a/".repeat(50_000)],
    ["x@".repeat(50_000)],
    [`${"label ".repeat(100_000)}`],
    [Array.from({ length: 2_000 }, (_, at) => `qword${at.toString(36)}x`).join(" ")],
  ])("is done with a hostile message soon (%#)", (message) => {
    const suggester = openSuggester(abilities);
    const start = performance.now();
    suggester.suggest(message);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
