import { hash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BlameLine, DecisionRecord, KnownLoss, TraceRecord, Unchained } from "@writ/contracts";
import { openDecisionLedger, openTraceLedger, tombstoneFor } from "@writ/stores";
import { aTraceAbout } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import {
  commit,
  decisionsFile,
  linesOf,
  publishedFile,
  tamper,
  tracesFile,
  twoSessions,
  verified,
  works,
} from "./ledger-bed.ts";
import { type Bed, folder, json, ok } from "./scenarios/cli-bed.ts";
import { governed } from "./scenarios/harness.ts";

const hashOf = (text: string): string => `sha256:${hash("sha256", text, "hex")}`;
const linkOf = (line: string) => {
  const { v, writer, seq, prev } = JSON.parse(line).metadata;
  return { v, writer, seq, prev };
};
const decision = (about: Partial<DecisionRecord>): Unchained<DecisionRecord> => ({
  id: "forged",
  timestamp: "2026-11-15T10:00:00.000Z",
  decision: "repaired",
  agent: "person",
  session: "cli",
  intent: null,
  by: "p-0123456789",
  assurance: "ui",
  ...about,
  metadata: {},
});

/** Appends a record to a ledger as a writer of any name. */
async function append(bed: Bed, file: string, writer: string, record: Unchained<DecisionRecord>): Promise<void> {
  const path = join(bed.root, file);
  mkdirSync(dirname(path), { recursive: true });
  const state = join(bed.env.HOME ?? "", "forger");
  await openDecisionLedger({ file: path, state, writer: async () => writer }).append(record);
}

/** Makes a chain anew with other records in it. */
async function remake(bed: Bed, file: string, writer: string, count: number): Promise<void> {
  rmSync(join(bed.root, file));
  const state = join(bed.env.HOME ?? "", "forger");
  const forger = openTraceLedger({ file: join(bed.root, file), state, writer: async () => writer });
  for (let at = 0; at < count; at += 1) await forger.append(aTraceAbout({ id: `forged-${at}` }));
}

const invented = "0123456789ab";
const inventedFile = `.orchestration/ledger/2026-11/pr-${invented}.jsonl`;

describe("a forged erasure", () => {
  it("of a published change fails the check, and verify tells whose word it is", async () => {
    const bed = await twoSessions();
    const base = bed.git("rev-parse", "HEAD");
    const file = publishedFile(bed);
    const place = linesOf(bed, file).findIndex((line) => line.includes("src/auth/b1.ts"));
    const was = linesOf(bed, file)[place] ?? "";
    const { id, timestamp } = JSON.parse(was);
    const stone = JSON.stringify({ tombstone: { hash: hashOf(was), id, timestamp, ...linkOf(was) } });
    tamper(bed, file, (lines) => lines.with(place, stone));
    await append(bed, inventedFile, invented, decision({ decision: "erased", erased: [[hashOf(was), hashOf(stone)]] }));
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "forged");
    const { notices } = await verified(bed);
    expect(notices).toMatchObject([{ file, line: place + 1, reason: expect.stringContaining(invented) }]);
    expect(notices[0]?.reason).toContain("p-0123456789, ui");
    expect(await bed.writ(["verify", "--strict"])).toMatchObject({ code: 1 });
    const { code, out } = await bed.writ(["check", `${base}..HEAD`]);
    expect(code).toBe(1);
    expect(out).toContain("does not say what it should");
  });

  it("in the writer's own name is told too, as anybody may have written it", async () => {
    const bed = await twoSessions();
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    const file = publishedFile(clone);
    const lines = linesOf(clone, file);
    const at = lines.findIndex((line) => line.includes("src/auth/b1.ts"));
    const was = lines[at] ?? "";
    const { writer } = linkOf(was);
    const stone = String(tombstoneFor(Buffer.from(was), JSON.parse(was)));
    tamper(clone, file, (all) => all.with(at, stone));
    const forged = decision({ decision: "erased", erased: [[hashOf(was), hashOf(stone)]] });
    await append(clone, `${dirname(file)}/main-${writer}.jsonl`, writer, forged);
    expect((await verified(clone)).notices).toMatchObject([{ file, line: at + 1 }]);
  });

  it("of a live change is found out when the tombstone names no lines", async () => {
    const bed = await twoSessions();
    const [was = ""] = linesOf(bed, tracesFile);
    const { id, timestamp } = JSON.parse(was);
    const stone = JSON.stringify({ tombstone: { hash: hashOf(was), id, timestamp, ...linkOf(was) } });
    tamper(bed, tracesFile, (lines) => lines.with(0, stone));
    const { writer } = linkOf(was);
    await append(bed, decisionsFile, writer, decision({ decision: "erased", erased: [[hashOf(was), hashOf(stone)]] }));
    expect((await verified(bed)).problems).toMatchObject([
      { file: tracesFile, line: 1, reason: expect.stringContaining("does not say which lines") },
    ]);
  });
});

describe("a tombstone that says nothing of the lines", () => {
  it.each(["files", "ranges", "lines"])(
    "is found out in a published file while git has the record: %s",
    async (part) => {
      const bed = await twoSessions();
      const clone = await folder();
      clone.git("clone", "--quiet", bed.root, ".");
      const file = publishedFile(clone);
      const lines = linesOf(clone, file);
      const at = lines.findIndex((line) => line.includes("src/auth/b1.ts"));
      const was = lines[at] ?? "";
      const right = String(tombstoneFor(Buffer.from(was), JSON.parse(was)));
      const { [part]: _, ...rest } = JSON.parse(right).tombstone;
      const forge = async (stone: string) => {
        writeFileSync(join(clone.root, file), `${lines.with(at, stone).join("\n")}\n`);
        rmSync(join(clone.root, inventedFile), { force: true });
        const forged = decision({ decision: "erased", erased: [[hashOf(was), hashOf(stone)]] });
        await append(clone, inventedFile, invented, forged);
        clone.git("add", "--all");
        clone.git("commit", "--quiet", "--no-verify", "--message", "erased");
        return (await verified(clone)).problems;
      };
      expect(await forge(JSON.stringify({ tombstone: rest }))).toMatchObject([
        { file, line: at + 1, reason: expect.stringContaining("does not say what it should") },
      ]);
      expect(await forge(right)).toEqual([]);
    },
  );

  it("makes nobody a person: blame does not know", async () => {
    const bed = await governed();
    await works(bed, "S-ada-1", ["src/auth/a1.ts"]);
    await works(bed, "S-ada-2", ["src/auth/b1.ts"]);
    // Git knows times to the second only.
    await new Promise((done) => setTimeout(done, 1100));
    await commit(bed, "work");
    await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    tamper(bed, publishedFile(bed), (lines) =>
      lines.map((line) => {
        const value = JSON.parse(line);
        if (value.tombstone?.files === undefined) return line;
        const { ranges: _, lines: __, ...rest } = value.tombstone;
        const files = Object.fromEntries(Object.keys(rest.files).map((path) => [path, {}]));
        return JSON.stringify({ tombstone: { ...rest, files } });
      }),
    );
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "forged");
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    expect(await json(clone.writ(["blame", "src/auth/b1.ts", "--json"]))).toMatchObject([
      { author: "unknown" },
      { author: "unknown" },
    ]);
    expect(await json(clone.writ(["blame", "src/auth/a1.ts", "--json"]))).toMatchObject([{ author: "ai" }, {}]);
  });
});

describe("a record with the id of another", () => {
  /** Puts a record of an invented writer with the id of the first published change beside it. */
  function squat(
    bed: Bed,
    change: (record: TraceRecord) => TraceRecord,
    spell = (line: string): string => line,
  ): string {
    const [line = ""] = linesOf(bed, publishedFile(bed));
    const record: TraceRecord = JSON.parse(line);
    const { metadata, ...rest } = change(record);
    const forged = { ...rest, metadata: { ...metadata, v: 1, writer: "000000000001", seq: 1, prev: null } };
    const text = `${spell(JSON.stringify(forged))}\n`;
    const name = `a-000000000001-${hash("sha256", text, "hex").slice(0, 12)}.jsonl`;
    writeFileSync(join(bed.root, dirname(publishedFile(bed)), name), text);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "squat");
    return name;
  }
  const authors = async (bed: Bed): Promise<string[]> => {
    const lines = (await json(bed.writ(["blame", "src/auth/a1.ts", "--json"]))) as BlameLine[];
    return lines.map(({ author, intent }) => `${author} ${intent}`);
  };

  it.each<[string, (record: TraceRecord) => TraceRecord, string]>([
    [
      "says nothing",
      (record) => ({ ...record, files: [], metadata: { ...record.metadata, files: {}, lines: {} } }),
      "ai INT-001",
    ],
    [
      "names another intent",
      (record) => ({ ...record, metadata: { ...record.metadata, intent: "INT-042" } }),
      "unknown null",
    ],
  ])("does not take its place when it %s, and verify and check tell", async (_, change, told) => {
    const bed = await governed();
    await works(bed, "S-ada-1", ["src/auth/a1.ts"]);
    await commit(bed, "work");
    const name = squat(bed, change);
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    for (const copy of [bed, clone]) {
      expect(await authors(copy)).toEqual([told, told]);
      const { problems } = await verified(copy);
      expect(problems.map(({ reason }) => reason)).toEqual([expect.stringContaining("two records of one id")]);
      expect(problems[0]?.reason + String(problems[0]?.file)).toContain(name);
      const checked = await copy.writ(["check", "HEAD~1..HEAD"]);
      expect(checked).toMatchObject({ code: 1, out: expect.stringContaining("say different things") });
    }
  });

  it.each(['{"id":"another","id"', String.raw`{"id":"another","i\u0064"`])(
    "does not take its place behind another id: %s",
    async (ids) => {
      const bed = await governed();
      await works(bed, "S-ada-1", ["src/auth/a1.ts"]);
      await commit(bed, "work");
      const other = (record: TraceRecord) => ({ ...record, metadata: { ...record.metadata, intent: "INT-042" } });
      const name = squat(bed, other, (line) => line.replace('{"id"', ids));
      expect(await authors(bed)).toEqual(["ai INT-001", "ai INT-001"]);
      const { problems } = await verified(bed);
      expect(problems).toEqual([
        { file: expect.stringContaining(name), line: 1, reason: expect.stringContaining("two ids") },
      ]);
      const checked = await bed.writ(["check", "HEAD~1..HEAD"]);
      expect(checked).toMatchObject({ code: 1, out: expect.stringContaining("This is no record") });
    },
  );

  it.each([true, false])(
    "is told of where it stands in a live ledger that came along (in a chain: %s)",
    async (chained) => {
      const bed = await governed();
      await works(bed, "S-ada-1", ["src/auth/a1.ts"]);
      await commit(bed, "work");
      const clone = await folder();
      clone.git("clone", "--quiet", bed.root, ".");
      const [record] = (await bed.read(publishedFile(bed))).split("\n").flatMap((line) => {
        const one = line === "" ? null : JSON.parse(line);
        return one === null || "decision" in one ? [] : [one];
      });
      const { v, writer, seq, prev, ...rest } = record.metadata;
      const link = chained ? { v, writer: "0123456789ab", seq: 1, prev: null } : {};
      expect([typeof writer, typeof seq, typeof prev]).toContain("number");
      const forged = { ...record, metadata: { ...rest, intent: "INT-042", ...link } };
      await clone.put(".orchestration/agent_trace.jsonl", `${JSON.stringify(forged)}\n`);
      expect(await authors(clone)).toEqual(["unknown null", "unknown null"]);
      const { problems } = await verified(clone);
      expect(problems.map(({ reason }) => reason)).toEqual([expect.stringContaining("two records of one id")]);
      expect(problems[0]?.reason).toContain("agent_trace.jsonl");
    },
  );

  it("is a copy where it says the same, whoever published it", async () => {
    const bed = await governed();
    await works(bed, "S-ada-1", ["src/auth/a1.ts"]);
    await commit(bed, "work");
    squat(bed, (record) => record);
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    for (const copy of [bed, clone]) {
      expect(await authors(copy)).toEqual(["ai INT-001", "ai INT-001"]);
      expect((await verified(copy)).problems).toEqual([]);
    }
  });
});

describe("a published file whose end was changed", () => {
  const stranger = (bed: Bed): string => {
    const [line = ""] = linesOf(bed, publishedFile(bed));
    const { metadata, ...rest } = JSON.parse(line);
    return JSON.stringify({
      ...rest,
      id: "new",
      metadata: { ...metadata, writer: "000000000001", seq: 1, prev: null },
    });
  };

  it.each<[string, (bed: Bed, file: string) => unknown]>([
    [
      "and a record of nobody put after it",
      (bed, file) => tamper(bed, file, (l) => [...l.slice(0, -1), stranger(bed)]),
    ],
    [
      "and it was named as if it grew",
      (bed, file) => {
        tamper(bed, file, (lines) => lines.slice(0, -1));
        renameSync(join(bed.root, file), join(bed.root, dirname(file), "feat-000000000000.jsonl"));
      },
    ],
    [
      "and a forged repair in its writer's name excuses it",
      async (bed, file) => {
        const { writer } = linkOf(linesOf(bed, file)[0] ?? "");
        tamper(bed, file, (lines) => lines.slice(0, -1));
        const content = hashOf(readFileSync(join(bed.root, file), "utf8"));
        const repaired = { file, lines: [hashOf("x")], gaps: [], anchors: [], content };
        await append(bed, `${dirname(file)}/main-${writer}.jsonl`, writer, decision({ repaired }));
      },
    ],
  ])("is told: %s", async (_, harm) => {
    const bed = await twoSessions();
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    expect((await verified(clone)).problems).toEqual([]);
    await harm(clone, publishedFile(clone));
    expect((await verified(clone)).problems).toMatchObject([{}]);
  });

  it("is known once repaired here, and told again when it changes again", async () => {
    const bed = await twoSessions();
    const file = publishedFile(bed);
    tamper(bed, file, (lines) => lines.slice(0, -1));
    expect((await verified(bed)).problems).toMatchObject([{ file }]);
    expect(await ok(bed.writ(["verify", "--repair", "--published"]))).toContain("noted");
    expect(await verified(bed)).toMatchObject({ problems: [], notices: [{ file }] });
    // Whoever has only the published record of that cannot tell who wrote it.
    await commit(bed, "repaired");
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    expect((await verified(clone)).problems).toMatchObject([{ file, reason: expect.stringContaining("anchored") }]);
    tamper(bed, file, (lines) => lines.slice(0, -1));
    expect((await verified(bed)).problems).toMatchObject([{ file }]);
  });
});

describe("a forged repair", () => {
  const loss = (about: Partial<KnownLoss>): Unchained<DecisionRecord> =>
    decision({ repaired: { file: "agent_trace.jsonl", lines: [], gaps: [], anchors: [], ...about } });

  it("does not make an anchored loss known, in whoever's name it is", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    const lines = linesOf(bed, tracesFile);
    const { writer } = linkOf(lines[0] ?? "");
    await remake(bed, tracesFile, writer, 6);
    const head = { writer, seq: 6, hash: hashOf(lines[5] ?? "") };
    for (const [file, name] of [
      [decisionsFile, writer],
      [inventedFile, invented],
    ] as const)
      await append(bed, file, name, loss({ anchors: [head] }));
    expect(await verified(bed)).toMatchObject({
      ok: false,
      problems: [{ file: tracesFile, reason: expect.stringContaining("not the one that was anchored") }],
    });
    const refused = await bed.writ(["verify", "--anchor"]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain("--losses");
  });

  it("does not make another copy's gap known", async () => {
    const bed = await twoSessions();
    const lines = linesOf(bed, tracesFile);
    const { writer } = linkOf(lines[0] ?? "");
    tamper(bed, tracesFile, (all) => all.toSpliced(2, 1));
    const gap = { writer, after: 2, next: 4, hash: hashOf(lines[3] ?? "") };
    await append(bed, inventedFile, invented, loss({ gaps: [gap] }));
    expect((await verified(bed)).problems).toMatchObject([{ file: tracesFile, line: 3 }]);
  });

  it("does not hide that an anchored record is in the gap", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    await works(bed, "S-3", ["src/auth/c1.ts", "src/auth/c2.ts"]);
    const lines = linesOf(bed, tracesFile);
    const { writer } = linkOf(lines[0] ?? "");
    tamper(bed, tracesFile, (all) => all.toSpliced(5, 1));
    const gap = { writer, after: 5, next: 7, hash: hashOf(lines[6] ?? "") };
    await append(bed, decisionsFile, writer, loss({ gaps: [gap] }));
    expect((await verified(bed)).problems.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/record 6 of .* was anchored .*taken out/),
    ]);
  });
});

describe("an anchored loss that a person knows of", () => {
  it("counts once that is anchored, and later losses are told all the same", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    tamper(bed, tracesFile, (lines) => lines.slice(0, 4));
    const repaired = await bed.writ(["verify", "--repair"]);
    expect(repaired).toMatchObject({ code: 1 });
    expect(repaired.out).toContain("writ verify --anchor --losses");
    const told = await bed.writ(["verify"]);
    expect(told).toMatchObject({ code: 1 });
    expect(told.out).toContain("If you know of these losses, say so: writ verify --anchor --losses");
    expect(told.out).not.toContain("--repair");
    expect(await ok(bed.writ(["verify", "--anchor", "--losses"]))).toContain("counts as known");
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [{ file: tracesFile }] });

    await works(bed, "S-3", ["src/auth/c1.ts", "src/auth/c2.ts", "src/auth/c3.ts"]);
    await ok(bed.writ(["verify", "--anchor"]));
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [{ file: tracesFile }] });
    tamper(bed, tracesFile, (lines) => lines.slice(0, -1));
    expect(await verified(bed)).toMatchObject({
      ok: false,
      problems: [{ file: tracesFile, reason: expect.stringContaining("the end was cut off") }],
    });
  });
});

describe("a repair of a ledger somebody put a record into", () => {
  it.each<[string, (lines: string[]) => string[], number]>([
    [
      "with a number far ahead",
      (lines) => lines.toSpliced(2, 0, (lines[2] ?? "").replace('"seq":3', '"seq":999999')),
      3,
    ],
    [
      "as the newest, which names another one before it",
      (lines) => [...lines, (lines[5] ?? "").replace('"seq":6', '"seq":7')],
      7,
    ],
  ])("sets that one aside, and no other: %s", async (_, harm, line) => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    const whole = readFileSync(join(bed.root, tracesFile), "utf8");
    tamper(bed, tracesFile, harm);
    expect((await verified(bed)).ok).toBe(false);
    const said = await ok(bed.writ(["verify", "--repair"]));
    expect(said).toContain(`set aside  ${tracesFile}:${line}`);
    expect(said).toContain("Nothing is missing");
    expect(readFileSync(join(bed.root, tracesFile), "utf8")).toBe(whole);
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [] });
  });
});

describe("live records that are gone with their writer's name", () => {
  it.each<[string, (bed: Bed) => unknown]>([
    [
      "made anew under another name",
      async (bed) => {
        const name = "abcdefabcdef";
        const file = join(bed.root, ".orchestration/.state/writer.json");
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), id: name }));
        rmSync(join(bed.root, decisionsFile));
        await remake(bed, tracesFile, name, 3);
      },
    ],
    [
      "deleted with the state",
      (bed) => {
        for (const name of [tracesFile, decisionsFile, ".orchestration/.state"])
          rmSync(join(bed.root, name), { recursive: true });
      },
    ],
  ])("are told: %s", async (_, harm) => {
    const bed = await twoSessions();
    const { writer } = linkOf(linesOf(bed, tracesFile)[0] ?? "");
    await ok(bed.writ(["verify", "--anchor"]));
    await harm(bed);
    const { notices } = await verified(bed);
    expect(notices.map(({ reason }) => reason).join("\n")).toContain(`the live records of ${writer} were anchored`);
    // In a clone nobody expects them.
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    clone.git("fetch", "--quiet", "origin", "+refs/notes/writ:refs/notes/writ");
    await clone.put("other.txt", "x\n");
    await commit(clone, "other work");
    expect(await verified(clone)).toMatchObject({ ok: true, notices: [] });
  });
});

describe("live records of which one of two ledgers is gone", () => {
  const renamed = (bed: Bed): void => {
    const file = join(bed.root, ".orchestration/.state/writer.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), id: "abcdefabcdef" }));
  };

  it.each<[string, string, (bed: Bed) => unknown]>([
    ["the changes deleted", tracesFile, (bed) => rmSync(join(bed.root, tracesFile))],
    ["the decisions deleted", decisionsFile, (bed) => rmSync(join(bed.root, decisionsFile))],
    [
      "the changes put back in no chain",
      tracesFile,
      (bed) => writeFileSync(join(bed.root, tracesFile), '{"id":"x","timestamp":"2026-01-01T00:00:00Z","files":[]}\n'),
    ],
  ])("are a problem also after the working copy got another name: %s", async (_, file, harm) => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    renamed(bed);
    expect(await verified(bed)).toMatchObject({ ok: true, elsewhere: 0 });
    harm(bed);
    expect((await verified(bed)).problems).toMatchObject([
      { file, reason: expect.stringMatching(/was anchored .*the end was cut off|the file is gone, .*was anchored/) },
    ]);
  });
});

describe("an anchor", () => {
  it("in a tag counts under its own name only", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor", "--tag", "one"]));
    bed.git("update-ref", "refs/tags/writ-anchor/two", "refs/tags/writ-anchor/one");
    expect(await verified(bed)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining("writ-anchor/two is a copy") }],
    });
  });

  it.each([
    ["no number", '"seq":1.5'],
    ["less than one", '"seq":0'],
    ["no time", '"at":"soon"'],
  ])("with %s in it is none", async (_, wrong) => {
    const bed = await twoSessions();
    const head = { file: "agent_trace.jsonl", writer: "w", seq: 1, hash: hashOf("x") };
    const text = JSON.stringify({ writ_anchor: 1, at: "2026-01-01T00:00:00Z", root: "", heads: [head] });
    const key = wrong.split(":")[0] ?? "";
    appendFileSync(join(bed.root, "note"), text.replace(new RegExp(`${key}:("[^"]*"|\\d+)`), wrong));
    bed.git("notes", "--ref=refs/notes/writ", "add", "-F", "note");
    expect((await verified(bed)).notices[0]?.reason).toContain("does not know");
  });
});
