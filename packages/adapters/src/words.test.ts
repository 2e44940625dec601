import { problem } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { personText, questionText, refusalText, wholeQuestionText } from "./words.ts";

describe("a reason", () => {
  it("is the problem as JSON for a model", () => {
    const refused = problem("STALE_FILE", { path: "a\nb.ts" });
    expect(JSON.parse(refusalText(refused))).toMatchObject({ code: "STALE_FILE", meta: { path: "a\nb.ts" } });
    expect(refusalText(refused)).not.toContain("\n");
  });

  it("stays JSON when it is cut", () => {
    const refused = problem("SCOPE_VIOLATION", {
      intent: "INT-001",
      path: "x".repeat(50_000),
      owned_scope: Array(5_000).fill("src/**"),
      odd: undefined,
    });
    const text = refusalText(refused);
    expect(text.length).toBeLessThan(8_000);
    expect(JSON.parse(text)).toMatchObject({ code: "SCOPE_VIOLATION", meta: { intent: "INT-001" } });
  });

  it("is one line for a person, and never empty", () => {
    const refused = problem("BLOCKED_BY_POLICY", { message: "first\r\n  second\u2028third" });
    expect(personText(refused)).toBe(`first second third ${refused.hint}`);
    expect(personText({ ...refused, message: " ", hint: "" })).toBe("Refused by Writ.");
  });
});

describe("a question before a yes-or-no dialog", () => {
  const question = { reasons: ["it deletes a.ts.", "it deletes b.ts."], risk: "delete", binding: "b" } as const;

  it("speaks to the person: why, and what either key does", () => {
    expect(questionText({ ...question, ticket: "T-7F3K2M" })).toBe(
      "Writ asks before this runs: it deletes a.ts.; it deletes b.ts. Yes lets it run once, No keeps it from running (T-7F3K2M).",
    );
    expect(questionText(question)).not.toMatch(/ask the person|repeat/i);
  });

  it("shows the whole command where nothing else stands in the dialog", () => {
    const detail = "at the root:\n  rm a.ts b.ts";
    expect(wholeQuestionText({ ...question, detail })).toBe(`${questionText(question)}\n\n${detail}`);
    expect(wholeQuestionText(question)).toBe(questionText(question));
  });

  it.each([
    ["many lines", "x\n".repeat(1_000)],
    ["a long line", "x".repeat(5_000)],
  ])("says that %s are cut, and where all of it is", (_, detail) => {
    const text = wholeQuestionText({ ...question, detail, ticket: "T-7F3K2M" });
    expect(text.length).toBeLessThan(2_000);
    expect(text).toMatch(/This is not all of it.*writ approve T-7F3K2M$/);
  });
});
