import { describe, expect, it } from "vitest";
import { changedLines, countChanged, isAmong } from "./changed-lines.ts";

const base = "const first = 1;\nconst second = 2;\nconst third = 3;\n";
const added = `${base}const bad = startBadly(first, second);\n`;

describe("lines that a record tells of", () => {
  const rows: [name: string, left: string, before: string, after: string, isThere: boolean][] = [
    ["as they are", added, base, added, true],
    ["beside others", added, base, `// mine\n${added}// mine too\n`, true],
    ["in other files", added, "", "const bad = startBadly(first, second);\n", true],
    ["broken by a formatter", added, base, `${base}const bad = startBadly(\n  first,\n  second,\n);\n`, true],
    [
      "joined by a formatter",
      `${base}badThing(\n  argument,\n  another,\n);\n`,
      base,
      `${base}badThing(argument, another);\n`,
      true,
    ],
    ["once more than before", `${base}const first = 1;\n`, base, `const first = 1;\n${base}`, true],
    ["gone", base.replace("const second = 2;\n", ""), base, base.replace("const second = 2;\n", "// mine\n"), true],
    ["not gone", base.replace("const second = 2;\n", ""), base, `${base}// mine\n`, false],
    ["replaced by another line each time", base.replace("= 2", "= 666"), base, base.replace("= 2", "= 3"), false],
    ["replaced, and gone since", base.replace("= 2", "= 666"), base, base.replace("const second = 2;\n", ""), true],
    [
      "replaced, and gone where the next line was broken by a formatter",
      added.replace("const third = 3;\n", "// off\n"),
      added,
      "const first = 1;\nconst second = 2;\nconst bad = startBadly(\n  first,\n  second,\n);\n",
      true,
    ],
    ["all gone, back, and then replaced", "", base, base.replace("= 2", "= 3"), false],
    ["all gone, and one not back", "", base, base.replace("const second = 2;\n", ""), true],
    ["all gone, and still so", "", base, "", true],
    ["taken back", added, base, `${base}const mine = 4;\n`, false],
    ["known before", added, added, `${added}const mine = 4;\n`, false],
    [
      "too short to tell beside a longer one",
      `${base}}\nconst long = somethingLong();\nx\n`,
      base,
      `${base}x\n`,
      false,
    ],
    ["all too short to tell", `${base}x\n`, base, `${base}x\n`, true],
    ["nothing", base, base, added, false],
  ];
  it.each(rows)("%s", (_, left, before, after, isThere) => {
    expect(isAmong(changedLines(base, left), before, after)).toBe(isThere);
  });

  it("are counted", () => {
    expect(countChanged(changedLines(base, added))).toBe(1);
    expect(countChanged(changedLines(base, ""))).toBe(3);
    expect(countChanged(changedLines(base, base))).toBe(0);
  });

  it("may be forged, and are then none", () => {
    for (const text of ["", " ", "x", "-1.z", "zzzzzzzzzz.zzzzzzzzzzz", "1e9.1 0.0"])
      expect(isAmong({ added: text, removed: text }, base, `${base}const mine = 4;\n`)).toBe(false);
  });
});
