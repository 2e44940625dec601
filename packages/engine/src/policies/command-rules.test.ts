import { describe, expect, it } from "vitest";
import { type CommandRules, matchesRule, ruleOver } from "./command-rules.ts";

/** `$x` is one word nobody knows, `$x…` any number of them. */
const wordsOf = (text: string) =>
  text.split(" ").map((word) => ({ literal: word.startsWith("$") ? null : word, single: !word.endsWith("…") }));

describe("a pattern", () => {
  it.each([
    ["npm publish", "npm publish", "yes"],
    ["npm publish", "npm publish --tag next", "no"],
    ["npm publish **", "npm publish", "yes"],
    ["npm publish **", "npm publish --tag next", "yes"],
    ["npm run *", "npm run deploy", "yes"],
    ["npm run *", "npm run", "no"],
    ["npm run *", "npm run a b", "no"],
    ["kubectl * get **", "kubectl --context=x get pods", "yes"],
    ["npm publish", "npm pack", "no"],
    ["npm publish", "npm $x", "maybe"],
    ["npm *", "npm $x", "yes"],
    ["npm *", "npm $x…", "maybe"],
    ["npm **", "npm $x…", "yes"],
    ["npm publish", "npm publish $x…", "maybe"],
    ["npm publish", "npm publish $x", "no"],
    ["**", "anything at all", "yes"],
  ])("%j and %j: %s", (pattern, command, answer) => {
    expect(matchesRule(wordsOf(command), pattern)).toBe(answer);
  });
});

describe("of several rules", () => {
  const rules: CommandRules = {
    allow: ["npm run **", "terraform plan"],
    ask: [{ match: "npm run deploy **", why: "it goes live" }],
    deny: ["npm publish **"],
  };
  it.each([
    ["npm run build", "allow"],
    ["npm run deploy --prod", "ask"],
    ["npm publish", "deny"],
    ["/opt/tools/npm publish", "deny"],
    ["./npm run build", null],
    ["/usr/bin/npm run build", "allow"],
    ["npm $x", "deny"],
    ["terraform $x", null],
    ["terraform plan", "allow"],
    ["ls", null],
  ])("%j: %s", (command, kind) => {
    expect(ruleOver(wordsOf(command), rules)?.kind ?? null).toBe(kind);
  });

  it("says which it was, and why it is there", () => {
    expect(ruleOver(wordsOf("npm run deploy"), rules)).toEqual({
      kind: "ask",
      pattern: "npm run deploy **",
      why: "it goes live",
      maybe: false,
    });
    expect(ruleOver(wordsOf("npm $x"), rules)).toMatchObject({ pattern: "npm publish **", maybe: true });
  });
});
