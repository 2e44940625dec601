import { createHash } from "node:crypto";
import type { ChangedFile } from "@writ/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { hunksBetween } from "./hunks.ts";
import { claimOf } from "./ranges.ts";
import { linesOf } from "./split.ts";
import { tokenDigestText } from "./tokens.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const content = (text: string) => ({ hash: hash(text), size: text.length, text, binary: false });
const changed = (before: string | null, after: string | null): ChangedFile => ({
  path: "a.ts",
  op: "modify",
  before: before === null ? null : content(before),
  after: after === null ? null : content(after),
});
const spans = (before: string | null, after: string | null, mode: "hunk" | "file" = "hunk") =>
  claimOf(changed(before, after), mode, hash).ranges.map(({ start_line, end_line }) => [start_line, end_line]);

describe("ranges", () => {
  it.each([
    ["one line changed", "a\nb\nc\n", "a\nB\nc\n", [[2, 2]]],
    [
      "two places",
      "a\nb\nc\nd\n",
      "A\nb\nc\nD\n",
      [
        [1, 1],
        [4, 4],
      ],
    ],
    ["appended", "a\n", "a\nb\nc\n", [[2, 3]]],
    ["only removed", "a\nb\nc\n", "a\nc\n", []],
    ["new file", null, "a\nb\n", [[1, 2]]],
    ["new empty file", null, "", []],
    ["deleted", "a\n", null, []],
    ["final newline added", "a", "a\n", [[1, 1]]],
    ["line ends changed", "a\r\nb\r\n", "a\nb\n", [[1, 2]]],
    ["no final newline", "a\nb", "a\nc", [[2, 2]]],
  ] as const)("%s", (_what, before, after, expected) => {
    expect(spans(before, after)).toEqual(expected);
  });

  it("hash exactly the bytes of their lines", () => {
    const [range] = claimOf(changed("a\nb\n", "a\nX\r\nY"), "hunk", hash).ranges;
    expect(range).toEqual({ start_line: 2, end_line: 3, content_hash: hash("X\r\nY") });
  });

  it("are the whole file in file mode", () => {
    expect(spans("a\nb\nc\n", "a\nB\nc\n", "file")).toEqual([[1, 3]]);
  });

  it("are coarse where the content before is not known, and absent for binary files", () => {
    const unknown = { ...changed("x", "a\nb\n"), before: { hash: "h", size: 3, text: null, binary: false } };
    expect(claimOf(unknown, "hunk", hash)).toMatchObject({ coarse: true, ranges: [{ start_line: 1, end_line: 2 }] });
    const binary = { ...changed(null, ""), after: { hash: "h", size: 3, text: null, binary: true } };
    expect(claimOf(binary, "hunk", hash)).toEqual({ ranges: [], lines: [], removed: 0, coarse: false });
  });

  it("taken out of the new text leave what the old text kept", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 30 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = hunksBetween(before, after);
        const now = linesOf(after);
        const kept = now.filter(
          (_, at) => !hunks.some(({ start, added }) => at + 1 >= start && at + 1 < start + added),
        );
        const removed = hunks.reduce((sum, hunk) => sum + hunk.removed, 0);
        expect(linesOf(before).length - removed).toBe(kept.length);
        let from = 0;
        const old = linesOf(before);
        for (const line of kept) {
          from = old.indexOf(line, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("of two long unrelated texts are one piece", () => {
    const long = (word: string) => Array.from({ length: 60_000 }, (_, n) => `${word} ${n}\n`).join("");
    expect(hunksBetween(`same\n${long("a")}`, `same\n${long("b")}`)).toEqual([
      { start: 2, added: 60_000, removed: 60_000 },
    ]);
  });

  it("of many small changes in a long text stay apart", () => {
    const long = (word: string) =>
      Array.from({ length: 20_000 }, (_, n) => `${n % 10 === 5 ? word : "same"} ${n}\n`).join("");
    const hunks = hunksBetween(long("a"), long("b"));
    expect(hunks).toHaveLength(2_000);
    expect(hunks.at(-1)).toEqual({ start: 19_996, added: 1, removed: 1 });
  });

  it("fall back to one piece where nothing holds still", () => {
    const noise = (seed: number) =>
      Array.from({ length: 3_000 }, (_, n) => `${(n * seed * (n + seed)) % 7}\n`).join("");
    const hunks = hunksBetween(`${noise(3)}end a\n`, `${noise(5)}end b\n`);
    expect(hunks.reduce((sum, { added }) => sum + added, 0)).toBeGreaterThan(1_000);
  });
});

describe("a fingerprint", () => {
  it("does not change with blanks, and does with words", () => {
    expect(fingerprint("  a =  b\n", hash)).toBe(fingerprint("a = b", hash));
    expect(fingerprint("a = b", hash)).not.toBe(fingerprint("a = c", hash));
    expect(fingerprint("   \n", hash)).toBe("");
  });
});

describe("a text without layout", () => {
  it("keeps the indentation of a language in which it has a meaning", () => {
    const [one, other] = ["if a:\n  b()\nc()\n", "if a:\n  b()\n  c()\n"];
    expect(tokenDigestText(one, "a.py")).not.toBe(tokenDigestText(other, "a.py"));
    expect(tokenDigestText(one, "a.py")).toBe(tokenDigestText(one.replaceAll("\n", "  \n\n"), "a.py"));
  });

  it.each([
    ["const a = { b: 'c', };", 'const a = {\n  b: "c"\n}\n', true],
    ["f(a, b)", "f(a,b);", true],
    ["f(a, b)", "f(b, a)", false],
    ["a + b", "a - b", false],
    ["f('it\\'s')", 'f("it\'s")', true],
    ["f('a  b')", "f('a b')", false],
    ["a - -b", "a--b", false],
    ["if a:\n  b()\nc()", "if a:\n  b()\n  c()", true],
  ])("%j and %j: %s", (one, other, same) => {
    expect(tokenDigestText(one) === tokenDigestText(other)).toBe(same);
  });
});
