import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOfStem, monthOf, publishedName, publishedStem } from "./published-files.ts";

describe("how the name of a published file begins", () => {
  it.each([
    ["main", /^main-w$/],
    ["feature-x", /^feature-x-w$/],
    ["feature/x", /^feature-x-[0-9a-f]{6}-w$/],
    ["Feature-X", /^feature-x-[0-9a-f]{6}-w$/],
    ["con.x", /^con-x-[0-9a-f]{6}-w$/],
    ["../../etc/passwd", /^etc-passwd-[0-9a-f]{6}-w$/],
    ["功能", /^branch-[0-9a-f]{6}-w$/],
    ["-", /^branch-[0-9a-f]{6}-w$/],
    ["", /^branch-[0-9a-f]{6}-w$/],
  ])("for branch %j is %s", (branch, form) => {
    expect(publishedStem(branch, "w")).toMatch(form);
  });

  it("is fit for every system, and different for different branches", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 20 }), (one, other) => {
        const name = publishedStem(one, "0123456789ab");
        expect(name).toMatch(/^[a-z0-9_][a-z0-9_-]{0,90}$/);
        if (one !== other) expect(publishedStem(other, "0123456789ab")).not.toBe(name);
      }),
    );
  });
});

describe("a published file", () => {
  it.each([
    ["main-w-0123456789ab.jsonl", true],
    ["2026-11/main-w-0123456789ab.jsonl", true],
    ["main-w.jsonl", true],
    ["main-w-0123456789abc.jsonl", false],
    ["main-w-x-w-0123456789ab.jsonl", false],
    ["main-w-0123456789ab-w.jsonl", false],
    ["main-w-0123456789ab-w-0123456789ab.jsonl", false],
    ["main-x-0123456789ab.jsonl", false],
    ["omain-w-0123456789ab.jsonl", false],
  ])("named %s is of branch main and writer w: %s", (name, isIt) => {
    expect(isOfStem("main-w")(name)).toBe(isIt);
  });

  it("has one name for one content, and another for another", () => {
    expect(publishedName("main-w", "a\n")).toMatch(/^main-w-[0-9a-f]{12}\.jsonl$/);
    expect(publishedName("main-w", "a\n")).toBe(publishedName("main-w", "a\n"));
    expect(publishedName("main-w", "a\n")).not.toBe(publishedName("main-w", "b\n"));
    expect(isOfStem("main-w")(publishedName("main-w", "a\n"))).toBe(true);
  });

  it.each([
    ["2026-11-01T00:00:00Z", "2026-11"],
    ["2026-13-01", "undated"],
    ["../..", "undated"],
    ["", "undated"],
  ])("is in the folder for %j: %s", (timestamp, month) => {
    expect(monthOf(timestamp)).toBe(month);
  });
});
