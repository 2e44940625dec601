import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthOf, publishedName } from "./published-files.ts";

describe("the name of a published file", () => {
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
    expect(publishedName(branch, "w")).toMatch(form);
  });

  it("is fit for every system, and different for different branches", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 20 }), (one, other) => {
        const name = publishedName(one, "0123456789ab");
        expect(name).toMatch(/^[a-z0-9_][a-z0-9_-]{0,90}$/);
        if (one !== other) expect(publishedName(other, "0123456789ab")).not.toBe(name);
      }),
    );
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
