import { describe, expect, it } from "vitest";
import { parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { parseJsonText } from "./json-text.ts";
import { plain, proseOf, tablesIn } from "./markdown.ts";
import { parseYamlText } from "./yaml-text.ts";

describe("YAML", () => {
  it("gives every document, and the line of every part", () => {
    const { parts, faults } = parseYamlText("a: 1\nb:\n  - c: 2\n---\nd: 3\n", 10);
    expect(faults).toEqual([]);
    expect(parts.map(({ value }) => value)).toEqual([{ a: 1, b: [{ c: 2 }] }, { d: 3 }]);
    expect(parts[0]?.lineOf(["b", 0, "c"])).toBe(12);
    expect(parts[0]?.lineOf(["b", 7, "c"])).toBe(11);
    expect(parts[1]?.lineOf(["d"])).toBe(14);
  });

  it.each([
    ["an unclosed list", "a: [1, 2\nb: 3\n", /not valid YAML/],
    ["two keys of one name", "a: 1\na: 2\n", /not valid YAML/],
    ["brackets without end", "[".repeat(5000), /nested too deeply/],
    ["a deep block", `${"- ".repeat(3000)}x`, /nested too deeply/],
    [
      "references that multiply",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`).join("\n")}`,
      /cannot be read as YAML/,
    ],
  ])("tells what is wrong with %s", (_, text, expected) => {
    const { parts, faults } = parseYamlText(text);
    expect(parts).toEqual([]);
    expect(faults[0]?.message).toMatch(expected);
  });

  it("keeps a key that is named like a prototype an ordinary key", () => {
    const [part] = parseYamlText("__proto__: {polluted: true}\n").parts;
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(part?.value as object)).toEqual(["__proto__"]);
  });
});

describe("JSON", () => {
  it("takes comments and trailing commas, and knows lines", () => {
    const { parts } = parseJsonText('{\n  // why\n  "a": { "b": [1,\n2,] },\n}');
    expect(parts[0]?.value).toEqual({ a: { b: [1, 2] } });
    expect(parts[0]?.lineOf(["a", "b", 1])).toBe(4);
    expect(parts[0]?.lineOf(["a", "missing"])).toBe(3);
  });

  it.each([
    ["", 1],
    ['{"a": 1\n"b": 2}', 2],
    ["[".repeat(5000), 1],
  ])("tells what is wrong with %.20j", (text, line) => {
    expect(parseJsonText(text)).toMatchObject({ parts: [], faults: [{ line, severity: "error" }] });
  });
});

describe("front matter", () => {
  it("is what lies between the first two lines of dashes", () => {
    expect(splitFrontMatter("---\na: 1\n---\nbody\n")).toEqual({
      front: "a: 1",
      frontLine: 2,
      body: "body\n",
      bodyLine: 4,
    });
    expect(splitFrontMatter("# title\n---\n").front).toBeNull();
    expect(splitFrontMatter("---\nnever closed\n").front).toBeNull();
  });

  it("is read line by line where it is not quite YAML", () => {
    const { parts, faults } = parseFrontMatter(
      "---\nname: pdf\ndescription: Use when: a PDF is\n  to be read\nx: 'y'\n---\n",
    );
    expect(parts[0]?.value).toEqual({ name: "pdf", description: "Use when: a PDF is to be read", x: "y" });
    expect(faults).toMatchObject([{ line: 3, severity: "warning" }]);
  });
});

describe("Markdown", () => {
  it("has tables with links, escaped pipes and missing cells", () => {
    const [table] = tablesIn(
      "## High-level\n\n| Id | `Scope` |\n|:---|---:|\n| a\\|b | [x](y/z.yaml) |\n| c\n\n| no | table |\n",
    );
    expect(table).toEqual({
      heading: "High-level",
      header: ["Id", "Scope"],
      line: 3,
      rows: [
        {
          cells: [
            { text: "a|b", link: null },
            { text: "x", link: "y/z.yaml" },
          ],
          line: 5,
        },
        { cells: [{ text: "c", link: null }], line: 6 },
      ],
    });
  });

  it("has no text in code blocks and comments", () => {
    const lines = proseOf("a\n```\n| b |\n```\nc <!-- d\ne --> f\n~~~\ng\n").map(({ text }) => text);
    expect(lines).toEqual(["a", "c ", " f"]);
  });

  it.each([
    ["**bold** and `code`", "bold and code"],
    ["`src/**` and `lib/**`", "src/** and lib/**"],
    ["[my__id](x)", "my__id"],
  ])("reads %j as %j", (markdown, expected) => {
    expect(plain(markdown)).toBe(expected);
  });

  it.each([
    ["[".repeat(300_000)],
    ["[](".repeat(100_000)],
    [`| a |\n|-${" ".repeat(300_000)}x`],
    [`# ${" ".repeat(300_000)}x`],
    [`| a |\n|---|\n${"|".repeat(300_000)}`],
    ["**a ".repeat(100_000)],
    ["<!--".repeat(100_000)],
  ])("is read quickly, whatever it holds: %.20j", (text) => {
    const started = performance.now();
    tablesIn(text);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
