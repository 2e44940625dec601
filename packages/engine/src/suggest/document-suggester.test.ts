import { describe, expect, it } from "vitest";
import { openDocumentSuggester } from "./document-suggester.ts";

const suggester = openDocumentSuggester([
  {
    id: "docs/quality/pre-commit-checks.md",
    topics: ["pre_commit_checks"],
    summary: "Which checks to run before a commit.",
    whenToUse: ["You are about to commit and want to know what has to pass."],
  },
  {
    id: "docs/billing/money.md",
    topics: ["money", "rounding"],
    summary: "How amounts and currencies are represented.",
  },
  { id: "routes/0", name: "schema changes", whenToUse: ["You add, rename or drop columns."] },
]);

describe("openDocumentSuggester", () => {
  it.each([
    ["Before I commit, what checks should I run?", "docs/quality/pre-commit-checks.md"],
    ["how do we do currency rounding", "docs/billing/money.md"],
    ["how do I rename or drop columns?", "routes/0"],
  ])("%j: %s", (message, id) => {
    expect(suggester.suggest(message)[0]?.id).toBe(id);
  });

  it("says why", () => {
    const [best] = suggester.suggest("currency and rounding of amounts");
    expect(best?.reason).toBe("Matches “currency”, “rounding” and “amounts” in its summary and topic.");
  });

  it("finds nothing for what no document is about", () => {
    expect(suggester.suggest("what should I cook tonight?")).toEqual([]);
  });
});
