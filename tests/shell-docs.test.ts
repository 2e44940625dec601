import { readdirSync, readFileSync } from "node:fs";
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

describe("the page on adding a program", () => {
  const shell = join(import.meta.dirname, "..", "packages", "engine", "src", "shell");
  const table = join(shell, "table");
  const chapter = page.slice(page.indexOf("## Adding a program"));
  /** The names in the first column of the table under this head. */
  const firstColumn = (head: string): string[] => {
    const [rowsOf = ""] = chapter.slice(chapter.indexOf(`| ${head} |`)).split("\n\n");
    return [...rowsOf.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    );
  };
  const rule = readFileSync(join(shell, "judging", "rule.ts"), "utf8");
  const fieldsOf = (type: string): string[] => {
    const [body = ""] = rule.slice(rule.indexOf(`export interface ${type} {`)).split("\n}");
    return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = ""]) => name);
  };

  it("lists every family", () => {
    const families = readdirSync(table).filter((file) =>
      /^export const \w+: Family = /m.test(readFileSync(join(table, file), "utf8")),
    );
    expect(families.length).toBeGreaterThan(20);
    expect(firstColumn("File").sort()).toEqual(families.sort());
  });

  it.each([
    ["Field", "Entry"],
    ["Option field", "Options"],
  ])("under %s has every field of %s, and no other", (head, type) => {
    expect(fieldsOf(type).length).toBeGreaterThan(5);
    expect(firstColumn(head).sort()).toEqual(fieldsOf(type).sort());
  });

  it("names the test to run, here and in CONTRIBUTING", () => {
    const command = "npm test -- packages/engine/src/shell/rules.test.ts";
    const contributing = readFileSync(join(import.meta.dirname, "..", "CONTRIBUTING.md"), "utf8");
    for (const text of [chapter, contributing]) expect(text).toContain(command);
  });
});
