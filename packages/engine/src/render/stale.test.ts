import { describe, expect, it } from "vitest";
import { differencePreview } from "./stale.ts";

describe("the difference a stale write would make", () => {
  it("shows what is there now and what would come", () => {
    const shown = differencePreview("a.ts", "one\nby somebody\n", "one\nby me\n");
    expect(shown).toContain("-by somebody");
    expect(shown).toContain("+by me");
  });

  it("says how much it does not show, and hides nothing in escapes", () => {
    const long = Array.from({ length: 100 }, (_, n) => `line ${n}\u001b[2K\n`).join("");
    const shown = differencePreview("a.ts", "", long);
    expect(shown.at(-1)).toMatch(/^… \d+ more lines$/);
    expect(shown.join("")).not.toContain("\u001b");
  });

  it("gives up on what would take long", () => {
    expect(differencePreview("a.ts", "x".repeat(500_000), "y")).toHaveLength(1);
  });
});
