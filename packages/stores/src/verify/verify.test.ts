import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aTraceAbout, inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openTraceLedger } from "../ledger/file-ledger.ts";
import { verifyFiles } from "./verify.ts";

const writer = "0123456789ab";
/** Six records of one writer, as lines. */
let lines: string[];
let file: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "writ-verify-"));
  const ledger = openTraceLedger({
    file: join(folder, "l.jsonl"),
    state: join(folder, ".state"),
    writer: async () => writer,
  });
  for (const id of ["1", "2", "3", "4", "5", "6"]) await ledger.append(aTraceAbout({ id }));
  lines = (await readFile(join(folder, "l.jsonl"), "utf8")).trimEnd().split("\n");
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "writ-verify-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  file = join(folder, "l.jsonl");
});

async function verify(text: string | Buffer) {
  await writeFile(file, text);
  const report = await verifyFiles([file]);
  expect(report.ok).toBe(report.problems.length === 0);
  return { ...report, places: report.problems.map(({ line, reason }) => `${line}: ${reason}`) };
}
const joined = (parts: readonly (string | undefined)[]) => `${parts.join("\n")}\n`;
const line = (number: number) => lines[number - 1] ?? "";

describe("an intact ledger", () => {
  it("has nothing to say", async () => {
    expect(await verify(joined(lines))).toMatchObject({ ok: true, records: 6, foreign: 0, problems: [] });
  });

  it("may lack its last newline, have Windows line ends, and blank lines", async () => {
    expect((await verify(lines.join("\n"))).ok).toBe(true);
    expect((await verify(lines.join("\r\n"))).ok).toBe(true);
    expect((await verify(lines.join("\n\n"))).ok).toBe(true);
  });

  it("may be missing or empty: it begins with its first record", async () => {
    expect(await verifyFiles([join(file, "..", "none.jsonl")])).toMatchObject({ ok: true, records: 0 });
    expect(await verify("")).toMatchObject({ ok: true, records: 0 });
  });

  it("tells the newest line of each writer", async () => {
    const { heads } = await verify(joined(lines));
    expect(heads).toEqual([{ file, writer, seq: 6, hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) }]);
  });
});

describe("a ledger somebody changed", () => {
  it.each<[string, () => (string | undefined)[], string[]]>([
    [
      "a word in the middle",
      () => lines.with(2, line(3).replace("src/a.ts", "src/b.ts")),
      ["3: changed after it was written: line 4"],
    ],
    [
      "a space more",
      () => lines.with(2, line(3).replace('"id":', '"id": ')),
      ["3: changed after it was written: line 4"],
    ],
    [
      "a line that is no JSON any more",
      () => lines.with(2, line(3).slice(1)),
      ["3: changed after it was written: line 4"],
    ],
    [
      "an end that is no JSON any more",
      () => lines.with(2, line(3).slice(0, -1)),
      ["3: not valid JSON", "4: 1 record is missing before this line, after number 2"],
    ],
    ["the last line, to no JSON", () => lines.with(5, line(6).replace('"id"', '"id')), ["6: not valid JSON"]],
    ["a line deleted", () => lines.toSpliced(2, 1), ["3: 1 record is missing before this line, after number 2"]],
    ["two lines deleted", () => lines.toSpliced(2, 2), ["3: 2 records are missing before this line, after number 2"]],
    [
      "the first line deleted",
      () => lines.slice(1),
      [`1: the chain of ${writer} begins with record 2: 1 record is missing before it`],
    ],
    [
      "two lines swapped",
      () => [line(1), line(3), line(2), ...lines.slice(3)],
      ["2: 1 record is missing", `3: record 2 of ${writer} comes after its record 3`],
    ],
    ["a line twice in a row", () => lines.toSpliced(2, 0, line(2)), ["3: the same record as line 2"]],
    ["a line again later", () => [...lines, line(2)], [`7: record 2 of ${writer} comes after its record 6`]],
    ["the file twice", () => [...lines, ...lines], Array.from({ length: 6 }, (_, at) => `${at + 7}: `)],
    [
      "a record of nobody in between",
      () => lines.toSpliced(3, 0, '{"id":"x","timestamp":"now","files":["a.ts"]}'),
      ["4: a record in no chain"],
    ],
    ["words in between", () => lines.toSpliced(3, 0, "hello"), ["4: not valid JSON"]],
    [
      "a number of the chain",
      () => lines.with(2, line(3).replace('"seq":3', '"seq":4')),
      ["3: 1 record is missing", "3: changed", "4: record 4"].slice(0, 1),
    ],
    [
      "the writer of a line",
      () => lines.with(2, line(3).replace(writer, "ffffffffffff")),
      ["3: the chain of ffffffffffff begins with record 3", "4: 1 record is missing"],
    ],
  ])("is found out: %s", async (_, change, expected) => {
    const { ok, places } = await verify(joined(change()));
    expect(ok).toBe(false);
    for (const [at, start] of expected.entries()) expect(places[at]).toContain(start);
    if (expected.length !== 1) expect(places).toHaveLength(expected.length);
  });

  it("is found out whichever byte of a line in the middle was flipped", async () => {
    const whole = Buffer.from(joined(lines));
    const start = Buffer.byteLength(joined(lines.slice(0, 2)));
    const length = Buffer.byteLength(line(3));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const bytes = Buffer.from(whole);
        bytes[start + at] = (bytes[start + at] ?? 0) ^ flip;
        const { problems } = await verify(bytes);
        expect(problems.length).toBeGreaterThan(0);
        expect(Math.min(...problems.map((problem) => problem.line))).toBeLessThanOrEqual(4);
        expect(Math.max(...problems.map((problem) => problem.line))).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: inDepth(30, 150) },
    );
  });

  it("is found out whichever lines were removed, unless they were the last", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }), async (removed) => {
        const { ok } = await verify(joined(lines.filter((_, at) => !removed.includes(at))));
        expect(ok).toBe(false);
      }),
      { numRuns: inDepth(6, 30) },
    );
  });
});

describe("what a chain alone cannot tell", () => {
  it("is found out with an anchor: the end is missing", async () => {
    const { heads } = await verify(joined(lines));
    await writeFile(file, joined(lines.slice(0, 4)));
    expect((await verifyFiles([file])).ok).toBe(true);
    const { problems } = await verifyFiles([file], undefined, { anchors: heads });
    expect(problems).toEqual([
      {
        file,
        line: 4,
        reason: `record 6 of ${writer} was anchored and is missing after this line: the end was cut off`,
      },
    ]);
  });

  it("is found out with an anchor: all of it was made anew", async () => {
    const { heads } = await verify(joined(lines));
    await rm(file);
    const forger = openTraceLedger({ file, state: join(file, "..", ".state"), writer: async () => writer });
    for (const id of ["1", "2", "3", "4", "5", "forged"]) await forger.append(aTraceAbout({ id }));
    expect((await verifyFiles([file])).ok).toBe(true);
    const { problems } = await verifyFiles([file], undefined, { anchors: heads });
    expect(problems).toMatchObject([{ line: 6, reason: expect.stringContaining("not the one that was anchored") }]);
  });

  it("holds when the anchor does", async () => {
    const { heads } = await verify(joined(lines.slice(0, 4)));
    await writeFile(file, joined(lines));
    expect((await verifyFiles([file], undefined, { anchors: heads })).ok).toBe(true);
  });
});

describe("what is not Writ's", () => {
  const wild = ["// old traces", '{"id":"x","timestamp":"then","files":["a.ts"]}', "{", '  "id": "y"', "}"];

  it("is counted and fine before the first record of Writ's", async () => {
    const report = await verify(joined([...wild, ...lines]));
    expect(report).toMatchObject({ ok: true, records: 7, foreign: 5 });
  });

  it("does not hide that Writ's first record was broken", async () => {
    const { places } = await verify(joined([...wild, line(1).slice(3), ...lines.slice(1)]));
    expect(places[0]).toContain("6: changed after it was written");
    const cut = await verify(joined([...wild, line(1).slice(0, -3), ...lines.slice(1)]));
    expect(cut.places[0]).toContain("6: not valid JSON");
  });

  it.each([
    ["a torn last line", (text: string) => `${text}{"id":"torn`, "7: cut off after 11 bytes"],
    ["a torn first line", () => '{"id":"torn', "1: cut off after 11 bytes"],
  ])("is reported as what it is: %s", async (_, change, expected) => {
    const { places } = await verify(change(joined(lines)));
    expect(places).toEqual([expect.stringContaining(expected)]);
  });

  it("is told of a published file as of one that nothing is appended to", async () => {
    const published = join(file, "..", "ledger");
    await mkdir(join(published, "2026-11"), { recursive: true });
    await writeFile(join(published, "2026-11", "main-0123456789ab.jsonl"), Buffer.from(joined(lines), "utf16le"));
    const { problems } = await verifyFiles([], published);
    expect(problems.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("its last line has no end"));
    expect(JSON.stringify(problems)).not.toContain("append");
  });

  it("is a record of a later version, which is no problem: the chain fits", async () => {
    const later = joined(lines).replace(/"v":1(,"writer":"\w+","seq":6)/, '"v":2$1');
    const { ok, notices } = await verify(later);
    expect(ok).toBe(true);
    expect(notices).toEqual([{ file, line: 6, reason: expect.stringContaining("in format 2") }]);
  });

  it("is a newest record whose chain is not where readers find it", async () => {
    const moved = line(6).replace(/"v":1(,"writer":.*)\}\}$/, '"seq":1},"other":{"v":1$1}}');
    const { places } = await verify(joined([...lines.slice(0, 5), moved]));
    expect(places).toEqual([expect.stringContaining("6: its chain is not where a record has it")]);
  });

  it("is a line too long for a record, unless it is older than Writ", async () => {
    expect(await verify(`${"x".repeat(9_000_000)}\n${joined(lines)}`)).toMatchObject({ ok: true, foreign: 1 });
    const { places } = await verify(`${joined(lines)}${"x".repeat(9_000_000)}\n`);
    expect(places).toEqual([expect.stringContaining("7: longer than 8 MB")]);
  });
});

describe("several files", () => {
  it("are counted together: beyond ten thousand problems each only says how many it has", async () => {
    const [one, other, last] = ["one", "other", "last"].map((name) => join(file, "..", `${name}.jsonl`));
    if (one === undefined || other === undefined || last === undefined) throw new Error("three places");
    for (const place of [one, other]) await writeFile(place, `${line(1)}\n${"{}\n".repeat(6000)}`);
    await writeFile(last, `${line(1)}\n{}\n`);
    const { problems, more, records } = await verifyFiles([one, other, last]);
    expect(problems.filter(({ line: at }) => at > 0)).toHaveLength(10_000);
    expect(problems.filter(({ line: at }) => at === 0)).toEqual([
      { file: other, line: 0, reason: "2000 more problems in this file" },
      { file: last, line: 0, reason: "1 problem in this file" },
    ]);
    expect(problems.length + more).toBe(12_001);
    expect(records).toBe(12_004);
  });

  it("are each their own chain, and problems name their file", async () => {
    const published = join(file, "..", "ledger");
    await mkdir(join(published, "2026-11"), { recursive: true });
    const copy = join(published, "2026-11", "main-0123456789ab.jsonl");
    await writeFile(copy, joined(lines.toSpliced(1, 1)));
    await writeFile(file, joined(lines));
    const report = await verifyFiles([file], published);
    expect(report).toMatchObject({ ok: false, records: 11 });
    expect(report.problems).toMatchObject([{ file: copy, line: 2 }]);
    expect(report.heads.map((head) => head.file)).toEqual([file, copy]);
  });
});
