import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DecisionKind, LedgerProblem, TraceRecord } from "@writ/contracts";
import { aTraceAbout, inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decisionKind } from "./decision-kind.ts";
import { toLine } from "./line.ts";
import { readEntries } from "./read.ts";
import { traceKind } from "./trace-kind.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-read-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function readText(text: string | Buffer) {
  const file = join(folder, "agent_trace.jsonl");
  await writeFile(file, text);
  const problems: LedgerProblem[] = [];
  const records: TraceRecord[] = [];
  const lines: number[] = [];
  for await (const { record, line } of readEntries(file, traceKind, {
    onProblem: (problem) => problems.push(problem),
  })) {
    records.push(record);
    lines.push(line);
  }
  const places = problems.map(({ line, reason }) => `${line}: ${reason}`);
  return { ids: records.map(({ id }) => id), records, lines, places, problems };
}

const own = (id: string) => toLine(aTraceAbout({ id }), { v: 1, writer: "0123456789ab", seq: 1, prev: null });
const nested = (id: string) => ({
  id,
  timestamp: "2026-02-16T12:00:00Z",
  vcs: { revision_id: "abc" },
  files: [
    {
      relative_path: "src/auth/middleware.ts",
      conversations: [
        {
          url: "task-1",
          contributor: { entity_type: "AI", model_identifier: "model-1" },
          ranges: [{ start_line: 1, end_line: 45, content_hash: `sha256:${"a".repeat(64)}` }],
          related: [{ type: "specification", value: "INT-001" }],
        },
      ],
    },
  ],
});
const line = (id: string) => JSON.stringify(nested(id));
const pretty = (id: string) => JSON.stringify(nested(id), null, 2);
const bom = "\uFEFF";

describe("a line that names two ids", () => {
  it.each([
    ["plainly", (line: string) => line.replace('"timestamp"', '"id":"victim","timestamp"')],
    ["in another spelling", (line: string) => line.replace('"timestamp"', String.raw`"i\u0064":"victim","timestamp"`)],
    [
      "before a comma too many",
      (line: string) => line.replace('"timestamp"', '"id":"victim","timestamp"').replace(/\}$/, ",}"),
    ],
  ])("is no record: %s", async (_, change) => {
    const { ids, places } = await readText(`${own("a")}\n${change(own("b"))}\n${own("c")}\n`);
    expect(ids).toEqual(["a", "c"]);
    expect(places).toEqual(["2: it names two ids, which no record does"]);
  });

  it("is one where both are the same, or the id is spelled in another way", async () => {
    const twice = own("b").replace('"timestamp"', '"id":"b","timestamp"');
    const spelled = own("b").replace('"id":"b"', String.raw`"id":"\u0063"`);
    expect((await readText(`${own("a")}\n${twice}\n${spelled}\n`)).ids).toEqual(["a", "b", "c"]);
  });
});

describe("decisions of some kinds", () => {
  it("are found among others, and however they are spelled", async () => {
    const file = join(folder, "decisions.jsonl");
    const decision = (id: string, kind: string) => ({
      ...{ id, timestamp: "2026-11-01T10:00:00.000Z", decision: kind, agent: "a", session: "s", intent: null },
      metadata: { writer: "0123456789ab" },
    });
    const ours = (id: string, kind: string) =>
      toLine(decision(id, kind) as never, { v: 1, writer: "0123456789ab", seq: 1, prev: null });
    const escaped = ours("4", "alarm").replace('"alarm"', '"\\u0061larm"');
    const lines = [ours("1", "alarm"), ours("2", "denied"), ours("3", "acknowledged"), escaped, ours("5", "alarm")];
    await writeFile(file, `${lines.join("\n")}\n`);
    const found = async (decisions: DecisionKind[]) => {
      const ids: string[] = [];
      for await (const { record } of readEntries(file, decisionKind, { query: { decisions } })) ids.push(record.id);
      return ids;
    };
    expect(await found(["alarm"])).toEqual(["1", "4", "5"]);
    expect(await found(["acknowledged", "alarm"])).toEqual(["1", "3", "4", "5"]);
    expect(await found([])).toEqual([]);
  });
});

describe("what is found in the wild", () => {
  it.each<[string, string | Buffer, string[], string[]]>([
    ["one record a line", `${line("a")}\n${line("b")}\n`, ["a", "b"], []],
    ["no newline at the end", `${line("a")}\n${line("b")}`, ["a", "b"], []],
    ["Windows line ends", `${line("a")}\r\n${line("b")}\r\n`, ["a", "b"], []],
    ["a byte order mark", `${bom}${line("a")}\n${line("b")}\n`, ["a", "b"], []],
    ["blank lines", `\n\n${line("a")}\n   \n${line("b")}\n\n`, ["a", "b"], []],
    ["records spread over lines", `${pretty("a")}\n${pretty("b")}\n`, ["a", "b"], []],
    ["the same, with Windows line ends", `${pretty("a")}\n${pretty("b")}\n`.replaceAll("\n", "\r\n"), ["a", "b"], []],
    ["one spread, one not", `${pretty("a")}\n${line("b")}\n${pretty("c")}`, ["a", "b", "c"], []],
    ["several on one line", `${line("a")}${line("b")} ${line("c")}\n`, ["a", "b", "c"], []],
    ["several with commas", `${line("a")},${line("b")},\n${line("c")}\n`, ["a", "b", "c"], []],
    ["a list on one line", `[${line("a")},${line("b")}]\n`, ["a", "b"], []],
    ["a list over lines", JSON.stringify([nested("a"), nested("b")], null, 2), ["a", "b"], []],
    [
      "comments",
      `// traces\n${line("a")}\n# more\n${line("b")}\n/* end */\n`,
      ["a", "b"],
      [
        "1: a comment, not a record",
        "3: a comment, not a record",
        "5: a comment, with whatever is behind it on its line",
      ],
    ],
    ["a comment inside a spread record", pretty("a").replace("\n", "\n  // { not a bracket\n"), ["a"], []],
    ["trailing commas in a spread record", pretty("a").replace(/\n {2}\]\n\}$/, "\n  ],\n}"), ["a"], []],
    ["words", `hello\n${line("a")}\n`, ["a"], ["1: not a record"]],
    [
      "values that are no objects",
      `"text"\n17\nnull\n[]\n${line("a")}\n`,
      ["a"],
      [1, 2, 3].map((at) => `${at}: not a record`),
    ],
    ["an object that is no record", `{"hello":1}\n${line("a")}\n`, ["a"], ["1: JSON, but not a record of this ledger"]],
    [
      "a line cut off inside a text",
      `${line("a").slice(0, 9)}\n${line("b")}\n`,
      ["b"],
      ["1: a record that was cut off"],
    ],
    [
      "a line cut off between texts",
      `${line("a").slice(0, 10)}\n${line("b")}\n`,
      ["b"],
      ["1: a record that was cut off"],
    ],
    ["a last line cut off", `${line("a")}\n${line("b").slice(0, 40)}`, ["a"], ["2: a record that was cut off"]],
    [
      "NUL bytes",
      Buffer.concat([Buffer.alloc(40), Buffer.from(`${line("a")}\n${line("b")}\n`)]),
      ["a", "b"],
      ["1: NUL bytes, as a crash can leave them"],
    ],
    ["broken JSON in brackets", `{"id": oops}\n${line("a")}\n`, ["a"], ["1: not valid JSON"]],
    ["our own lines among others", `${pretty("a")}\n${own("b")}\n${line("c")}\n`, ["a", "b", "c"], []],
  ])("reads %s", async (_, text, ids, places) => {
    const found = await readText(text);
    expect(found.ids).toEqual(ids);
    expect(found.places).toEqual(places);
  });

  it("tells the line a record begins in", async () => {
    const { lines } = await readText(`${pretty("a")}\n${line("b")}\n`);
    expect(lines).toEqual([1, pretty("a").split("\n").length + 1]);
  });

  it("passes over a line of 20 MB with little memory, and reads on", async () => {
    const { ids, places } = await readText(
      Buffer.concat([Buffer.alloc(20_000_000, "x"), Buffer.from(`\n${line("a")}\n`)]),
    );
    expect(ids).toEqual(["a"]);
    expect(places).toEqual(["1: longer than 8 MB (20000000 bytes), so it is not read"]);
  });

  it("never stops and never throws, whatever bytes it meets, and still finds our records", async () => {
    const junk = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom("{", "}", '"', "[{", "/*", "//", "\\", "\0\0", '{"id":"', "\r", ",")
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(junk, { maxLength: 6 }), async (pieces) => {
        const text = Buffer.concat(pieces.flatMap((piece) => [piece, Buffer.from("\n")]));
        const { ids } = await readText(Buffer.concat([text, Buffer.from(`${own("ours")}\n`)]));
        expect(ids).toContain("ours");
      }),
      { numRuns: inDepth(30, 150) },
    );
  });
});

describe("records of other tools", () => {
  const flat = {
    id: "f",
    timestamp: "2026-02-16T12:00:00Z",
    intent_id: "INT-007",
    tool: "write_to_file",
    file: ".\\src\\a.ts",
    content_hash: "A".repeat(64),
    mutation_type: "AST_REFACTOR",
    vcs: { revision_id: "abc" },
  };

  it("reads S0's flat record as S1's", async () => {
    const { records } = await readText(JSON.stringify(flat));
    expect(records).toMatchObject([
      {
        id: "f",
        vcs: { revision_id: "abc" },
        files: [
          {
            relative_path: "src/a.ts",
            conversations: [{ ranges: [], related: [{ type: "specification", value: "INT-007" }] }],
          },
        ],
        metadata: {
          intent: "INT-007",
          tool: "write_to_file",
          mutation_class: "AST_REFACTOR",
          writer: "",
          files: { "src/a.ts": { after: `sha256:${"a".repeat(64)}`, coarse: true } },
        },
      },
    ]);
    expect(traceKind.hashes(records[0] ?? aTraceAbout({ id: "none" }))).toEqual([`sha256:${"a".repeat(64)}`]);
  });

  it("gives a record without an id one that stays the same", async () => {
    const { id: _, ...nameless } = flat;
    const first = await readText(JSON.stringify(nameless));
    const second = await readText(`\n\n${JSON.stringify(nameless)}`);
    expect(first.ids).toEqual(second.ids);
    expect(first.ids[0]).toMatch(/^line-[0-9a-f]{12}$/);
  });

  it.each<[string, object, string]>([
    ["at the top", { ...nested("a"), mutation_class: "AST_REFACTOR" }, "AST_REFACTOR"],
    ["in the metadata", { ...nested("a"), metadata: { mutation_class: "INTENT_EVOLUTION" } }, "INTENT_EVOLUTION"],
    [
      "beside a conversation",
      { id: "a", files: [{ path: "a.ts", conversations: [{ meta: { mutation_class: "AST_REFACTOR" } }] }] },
      "AST_REFACTOR",
    ],
    [
      "as a relation",
      {
        id: "a",
        files: [{ path: "a.ts", conversations: [{ related: [{ type: "mutation_class", value: "AST_REFACTOR" }] }] }],
      },
      "AST_REFACTOR",
    ],
    ["in words of its own", { ...nested("a"), mutation_class: "big change" }, "UNKNOWN"],
    ["nowhere", nested("a"), "UNKNOWN"],
  ])("finds the mutation class %s", async (_, record, expected) => {
    const { records } = await readText(JSON.stringify(record));
    expect(records[0]?.metadata.mutation_class).toBe(expected);
  });

  it.each<[string, unknown]>([
    ["files that are names", { id: "a", files: ["src/a.ts"] }],
    ["no conversations", { id: "a", files: [{ relative_path: "src/a.ts" }] }],
    [
      "null everywhere",
      {
        id: "a",
        timestamp: null,
        vcs: null,
        files: [{ path: "src/a.ts", conversations: [null], ranges: 3 }],
        metadata: null,
      },
    ],
    [
      "the official format",
      {
        version: "0.1.0",
        id: "a",
        vcs: { type: "git", revision: "abc" },
        files: [
          {
            path: "src/a.ts",
            conversations: [{ contributor: { type: "ai", model_id: "m" }, ranges: [{ start_line: 1, end_line: 2 }] }],
          },
        ],
      },
    ],
    [
      "metadata of another shape",
      { ...nested("a"), files: [{ relative_path: "src/a.ts" }], metadata: { files: 3, lines: [], intent: 7 } },
    ],
  ])("stumbles over nothing in a record with %s", async (_, record) => {
    const { records } = await readText(JSON.stringify(record));
    expect(records).toHaveLength(1);
    const [read] = records;
    if (read === undefined) return;
    expect(traceKind.files(read)).toEqual(["src/a.ts"]);
    expect(traceKind.intents(read).every((intent) => typeof intent === "string")).toBe(true);
    expect(read.metadata).toMatchObject({
      v: 1,
      writer: "",
      seq: 0,
      prev: null,
      session: expect.any(String),
      lines: {},
    });
  });

  it("keeps no record of what is none", async () => {
    const { ids, places } = await readText('{"id":"a","files":[]}\n{"id":"b","files":[3]}\n{"timestamp":"now"}\n');
    expect(ids).toEqual([]);
    expect(places).toHaveLength(3);
  });
});
