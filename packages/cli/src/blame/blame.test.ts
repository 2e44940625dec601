import type { BlameLine } from "@writ/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paintFor } from "../text/paint.ts";
import { widthOf } from "../text/width.ts";
import { linesWithin, parseLineRange, withinFile } from "./line-range.ts";
import { porcelain } from "./porcelain.ts";
import { runsOf } from "./runs.ts";
import { sayIntents, sayShare, shareOf } from "./summary.ts";
import { blameTable } from "./table.ts";

const nobody = { intent: null, model: null, session: null, trace: null, agent: null, time: null };
const human = (line: number): BlameLine => ({ ...nobody, line, author: "human" });
const unknown = (line: number, why: string): BlameLine => ({ ...nobody, line, author: "unknown", why });
const ai = (line: number, more: Partial<BlameLine> = {}): BlameLine => ({
  line,
  author: "ai",
  intent: "INT-001",
  model: "opus",
  session: "3f9c1a2b-4444-5555",
  trace: "t-1",
  agent: "claude-code",
  time: "2026-11-15T16:25:23.456Z",
  ...more,
});

describe("a range of lines", () => {
  const end = Number.POSITIVE_INFINITY;
  it.each([
    ["12", { from: 12, to: 12 }],
    ["12,20", { from: 12, to: 20 }],
    ["12-20", { from: 12, to: 20 }],
    ["12,+5", { from: 12, to: 16 }],
    ["12,", { from: 12, to: end }],
    [",20", { from: 1, to: 20 }],
    ["0", null],
    ["20,12", null],
    ["", null],
    [",", null],
    ["1,2,3", null],
    ["/regex/", null],
    ["-3", null],
    ["9999999999", null],
  ])("%j is %j", (text, expected) => expect(parseLineRange(text)).toEqual(expected));

  it("ends where the file ends, and is a mistake behind it", () => {
    expect(withinFile({ from: 2, to: end }, 3, "a.ts")).toEqual({ from: 2, to: 3 });
    expect(() => withinFile({ from: 4, to: 4 }, 3, "a.ts")).toThrow("a.ts has 3 lines, so it has no line 4.");
    expect(() => withinFile({ from: 1, to: 1 }, 0, "a.ts")).toThrow("a.ts is empty, so it has no line 1.");
  });

  it.each([
    [[], [1, 2, 3, 4, 5]],
    [
      ["2", "4"],
      [2, 4],
    ],
    [
      ["4,", "1,2", "2"],
      [1, 2, 4, 5],
    ],
  ])("several are told together, each line once: %j", (texts, expected) => {
    const ranges = texts.flatMap((text) => parseLineRange(text) ?? []);
    expect([1, 2, 3, 4, 5].filter(linesWithin(ranges, 5, "a.ts"))).toEqual(expected);
  });
});

it("puts lines of one origin together", () => {
  const lines = [human(1), human(2), ai(3), ai(4), ai(5, { trace: "t-2" }), unknown(6, "a"), unknown(7, "b")];
  expect(runsOf(lines).map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [3, 4],
    [5, 5],
    [6, 6],
    [7, 7],
  ]);
});

it("counts lines by author and by intent", () => {
  const lines = [human(1), ai(2), ai(3, { intent: "INT-002" }), ai(4, { intent: "INT-002" }), ai(5, { intent: null })];
  expect(sayShare(shareOf(lines))).toBe("4 AI, 1 human");
  expect(sayIntents(shareOf(lines))).toBe("INT-002 2, INT-001 1, without an intent 1");
  expect(sayShare(shareOf([]))).toBe("no lines");
});

describe("the table", () => {
  const plain = { paint: paintFor(false), width: null };

  it("has every column somebody has something in, lined up", () => {
    expect(
      blameTable(
        [human(9), ai(10)],
        Array.from({ length: 10 }, (_, at) => `text ${at + 1}`),
        plain,
      ),
    ).toEqual([
      "human  -        -     -         -                   9) text 9",
      "AI     INT-001  opus  3f9c1a2b  2026-11-15 16:25Z  10) text 10",
    ]);
    expect(blameTable([human(1)], ["x"], plain)).toEqual(["human  1) x"]);
  });

  it("names the agent where no model is known", () => {
    expect(blameTable([ai(1, { model: "unknown" })], ["x"], plain)[0]).toContain("  claude-code  ");
  });

  it.each([
    ["3f9c1a2b-4444-5555", "3f9c1a2b"],
    ["https://x.example/1", "…/1"],
    ["https://x.example/chats/3f9c1a2b-4444/?tab=1#end", "…/3f9c1a2b"],
    ["https://x.example", "…/x.exampl"],
    ["https://", "https://"],
  ])("shows session %s as %s", (session, shown) => {
    expect(blameTable([ai(1, { session })], ["x"], plain)[0]).toContain(`  ${shown}  2026`);
  });

  it("leaves columns out, and cuts lines, where there is little room", () => {
    const narrow = { paint: paintFor(false), width: 60 };
    expect(blameTable([ai(1)], ["x".repeat(100)], narrow)).toEqual([`AI  INT-001  1) ${"x".repeat(43)}…`]);
  });

  it("spreads tabs, and shows what would move the cursor; the end of a line in Windows' way is none of it", () => {
    const wide = { paint: paintFor(false), width: 100 };
    expect(blameTable([human(1)], ["a\tb\u001b[31m\r"], wide)).toEqual(["human  1) a       b\\e[31m"]);
    expect(blameTable([human(1)], ["a\tb\u001b[31m\r"], plain)).toEqual(["human  1) a\tb\\e[31m"]);
  });

  it("is never wider than the terminal, whatever is in a line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 50, max: 120 }), (text, width) => {
        const [line = ""] = blameTable([ai(1)], [text.replaceAll("\n", "")], { paint: paintFor(false), width });
        expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("gives each intent a colour, and the lines after the first of a run a fainter one", () => {
    const lines = [ai(1), ai(2), ai(3, { intent: "INT-002", trace: "t-2" }), unknown(4, "gap")];
    const [one, two, three, four] = blameTable(lines, ["", "", "", ""], { paint: paintFor(true), width: 100 });
    expect(one?.startsWith("\u001b[36mAI")).toBe(true);
    expect(two?.startsWith("\u001b[2m\u001b[36mAI")).toBe(true);
    expect(three?.startsWith("\u001b[32mAI")).toBe(true);
    expect(four?.startsWith("\u001b[33munknown")).toBe(true);
  });
});

describe("porcelain", () => {
  it("tells an origin once a run, and every line after a tab as it is", () => {
    expect(porcelain([human(1), ai(2), ai(3), unknown(4, "hooks were off")], ["a", "\tb", "", "d\u001b"])).toEqual([
      "human 1 1",
      "author human",
      "\ta",
      "t-1 2 2",
      "author ai",
      "intent INT-001",
      "model opus",
      "agent claude-code",
      "session 3f9c1a2b-4444-5555",
      "time 2026-11-15T16:25:23.456Z",
      "\t\tb",
      "t-1 3",
      "\t",
      "unknown 4 1",
      "author unknown",
      "why hooks were off",
      "\td\u001b",
    ]);
  });

  it("cannot be split by what a record says", () => {
    const [, , intent] = porcelain([ai(1, { intent: "INT\nauthor human" })], ["x"]);
    expect(intent).toBe("intent INT\\nauthor human");
  });
});
