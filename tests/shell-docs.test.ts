import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "@writ/engine";
import { describe, expect, it } from "vitest";

const page = readFileSync(join(import.meta.dirname, "..", "docs", "shell.md"), "utf8");
const rows = [...page.matchAll(/^\| `([^`]+)` \| (safe|changes|runs|opaque|risky) \|$/gm)].map(
  ([, line = "", wanted = ""]) => [line, wanted] as const,
);

describe("the page on command lines", () => {
  it("has examples of every class", () => {
    expect([...new Set(rows.map(([, wanted]) => wanted))].sort()).toEqual([
      "changes",
      "opaque",
      "risky",
      "runs",
      "safe",
    ]);
  });

  it.each(rows)("says of %s that it is %s, and so it is", (line, wanted) => {
    expect(analyse(line, { runners: [] }).class).toBe(wanted);
  });
});
