import { problem } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { personText, refusalText } from "./words.ts";

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
