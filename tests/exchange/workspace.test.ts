import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentTrace, TraceRecord } from "@writ/contracts";
import { createWrit, exportTraces, type ImportFormat, importTraces, linesOfFile, linesOfTexts } from "@writ/runtime";
import { appendAll, publish, readWriter, traceKind, verifyFiles } from "@writ/stores";
import { aTrace, inDepth, type Scratch, scratch } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { someTrace } from "./some-traces.ts";
import { complaintsAbout } from "./valid.ts";

// Some records are made while the tests run, and none may come from days ahead.
const now = new Date().toISOString();
const by = { by: "p-0123456789", assurance: "script" } as const;

function workspace(files: Record<string, string> = {}): Scratch & { ledger: string; state: string } {
  const made = scratch(files);
  onTestFinished(made.remove);
  const sidecar = join(made.root, ".orchestration");
  return { ...made, ledger: join(sidecar, "agent_trace.jsonl"), state: join(sidecar, ".state") };
}
type Place = ReturnType<typeof workspace>;

async function append({ ledger, state, root }: Place, records: readonly TraceRecord[]): Promise<void> {
  await appendAll(traceKind, { file: ledger, state, writer: () => readWriter(state, root) }, records);
}

async function exported({ root }: Place, query = {}): Promise<AgentTrace[]> {
  const found: AgentTrace[] = [];
  for await (const record of exportTraces(root, { query })) found.push(record);
  return found;
}

async function* texts(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Imports texts as if they came through a pipe. */
async function brought(place: Place, lines: readonly string[], format: ImportFormat = "auto", dryRun = false) {
  const refusals: [number, string][] = [];
  const warnings: string[] = [];
  const report = await importTraces(
    place.root,
    linesOfTexts(() => texts(lines)),
    {
      format,
      now,
      by,
      dryRun,
      onRefused: (line, reason) => void refusals.push([line, reason]),
      onWarning: (_, text) => void warnings.push(text),
    },
  );
  return { ...report, refusals, warnings };
}

const ledgerOf = ({ ledger }: Place): TraceRecord[] =>
  readFileSync(ledger, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const other = (over: object = {}) => ({
  version: "0.1.0",
  id: "550e8400-e29b-41d4-a716-446655440000",
  timestamp: "2026-01-23T14:30:00Z",
  tool: { name: "cursor", version: "2.4.0" },
  files: [
    {
      path: "src/a.ts",
      conversations: [
        { contributor: { type: "ai", model_id: "openai/gpt-5" }, ranges: [{ start_line: 1, end_line: 2 }] },
      ],
    },
  ],
  ...over,
});
const flat = {
  id: "trace-001",
  timestamp: "2026-02-18T12:00:00.000Z",
  intent_id: "INT-001",
  tool: "write_to_file",
  file: "src/auth/a.ts",
  content_hash: "a".repeat(64),
  mutation_type: "AST_REFACTOR",
  vcs: { revision_id: "abc123" },
  approved: true,
};

describe("export", () => {
  it("gives each record once, live and published", async () => {
    const place = workspace({ "src/auth/jwt.ts": "a\n" });
    const ids = ["1", "2", "3"].map((digit) => `5c1f2d3e-0000-4000-8000-00000000000${digit}`);
    await append(
      place,
      ids.map((id) => aTrace({ id })),
    );
    const { ledger, state, root } = place;
    const published = join(root, ".orchestration/ledger");
    const writer = await readWriter(state, root);
    const places = { traces: ledger, decisions: join(root, "none.jsonl"), published, state };
    await publish({ ...places, branch: "main", writer, files: "all" });
    expect((await exported(place)).map(({ id }) => id)).toEqual(ids);
    place.write(".orchestration/agent_trace.jsonl", "");
    expect((await exported(place)).map(({ id }) => id)).toEqual(ids);
  });

  it.each<[object, number]>([
    [{ intent: "INT-001" }, 2],
    [{ intent: "INT-404" }, 0],
    [{ file: "src/b.ts" }, 1],
    [{ since: "2026-11-16T00:00:00Z" }, 1],
  ])("of %j gives %i", async (query, count) => {
    const place = workspace();
    const later = { timestamp: "2026-11-17T00:00:00.000Z", id: "5c1f2d3e-0000-4000-8000-00000000000b" };
    await append(place, [aTrace(), aTrace(later, "src/b.ts")]);
    expect(await exported(place, query)).toHaveLength(count);
  });

  it("reads the garbage people have in their ledgers, and tells of what the format cannot hold", async () => {
    const place = workspace();
    const timeless = { ...flat, id: "no-time", timestamp: undefined };
    const lines = ["not json", JSON.stringify(flat, null, 2), JSON.stringify(timeless)];
    place.write(".orchestration/agent_trace.jsonl", `${lines.join("\n")}\n`);
    const leftOut: string[] = [];
    const problems: number[] = [];
    const records: AgentTrace[] = [];
    const hear = {
      onLeftOut: (id: string, reason: string) => void leftOut.push(`${id}: ${reason}`),
      onProblem: ({ line }: { line: number }) => void problems.push(line),
    };
    for await (const record of exportTraces(place.root, hear)) records.push(record);
    expect(records.map((record) => complaintsAbout(record))).toEqual([[]]);
    expect(leftOut).toEqual(["no-time: it has no time, which Agent Trace wants"]);
    expect(problems).toEqual([1]);
  });
});

describe("export, import elsewhere, export", () => {
  it("gives the same records, in an intact chain", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(someTrace, { selector: ({ id }) => id, minLength: 1, maxLength: 6 }),
        async (records) => {
          const here = workspace();
          const there = workspace();
          try {
            await append(here, records);
            const first = await exported(here);
            const report = await brought(
              there,
              first.map((record) => JSON.stringify(record)),
            );
            expect(report).toMatchObject({ imported: records.length, refused: 0, refusals: [] });
            expect(await exported(there)).toEqual(first);
            expect((await verifyFiles([there.ledger])).problems).toEqual([]);
          } finally {
            here.remove();
            there.remove();
          }
        },
      ),
      { numRuns: inDepth(5, 15) },
    );
  });
});

describe("import", () => {
  it("twice is import once, and of one's own records is nothing", async () => {
    const place = workspace();
    await append(place, [aTrace()]);
    const own = (await exported(place)).map((record) => JSON.stringify(record));
    expect(await brought(place, own)).toMatchObject({ imported: 0, alreadyThere: 1 });
    const lines = [JSON.stringify(other()), JSON.stringify(flat), JSON.stringify(other({ id: "not a uuid" }))];
    expect(await brought(place, lines)).toMatchObject({ imported: 3, alreadyThere: 0, refused: 0 });
    expect(await brought(place, lines)).toMatchObject({ imported: 0, alreadyThere: 3, refused: 0 });
    expect(ledgerOf(place)).toHaveLength(4);
  });

  it("of this very ledger, with all that is in it, is nothing", async () => {
    const place = workspace();
    const { id: _, ...nameless } = flat;
    const lines = [JSON.stringify(flat), JSON.stringify(nameless), JSON.stringify(nameless, null, 2), ""];
    place.write(".orchestration/agent_trace.jsonl", lines.join("\n"));
    await append(place, [aTrace()]);
    const report = await importTraces(place.root, linesOfFile(place.ledger), { format: "auto", now, by });
    expect(report).toMatchObject({ imported: 0, alreadyThere: 4, refused: 0 });
  });

  it("by several at once brings each record in once", async () => {
    const place = workspace();
    const lines = Array.from({ length: 50 }, (_, nth) => JSON.stringify(other({ id: `n-${nth}` })));
    const reports = await Promise.all([1, 2, 3].map(() => brought(place, lines)));
    expect(reports.map(({ imported }) => imported).sort()).toEqual([0, 0, 50]);
    expect(ledgerOf(place)).toHaveLength(50);
  });

  it("does not bring back what was erased", async () => {
    const place = workspace();
    const { id, timestamp } = other();
    const link = { v: 1, writer: "0123456789ab", seq: 1, prev: null };
    const stone = {
      hash: `sha256:${"0".repeat(64)}`,
      id,
      timestamp,
      at: now,
      files: {},
      ranges: {},
      lines: {},
      ...link,
    };
    place.write(".orchestration/agent_trace.jsonl", `${JSON.stringify({ tombstone: stone })}\n`);
    expect(await brought(place, [JSON.stringify(other())])).toMatchObject({ imported: 0, alreadyThere: 1 });
  });

  it("of a dry run writes nothing", async () => {
    const place = workspace();
    expect(await brought(place, [JSON.stringify(other())], "auto", true)).toMatchObject({ imported: 1 });
    expect(() => ledgerOf(place)).toThrow("ENOENT");
  });

  it("takes S0's flat records, and believes no approval", async () => {
    const place = workspace();
    await brought(place, [JSON.stringify(flat)], "s0");
    const [record] = ledgerOf(place);
    expect(record).toMatchObject({
      timestamp: flat.timestamp,
      vcs: { revision_id: "abc123" },
      files: [{ relative_path: "src/auth/a.ts" }],
      metadata: {
        intent: "INT-001",
        mutation_class: "AST_REFACTOR",
        files: { "src/auth/a.ts": { after: `sha256:${"a".repeat(64)}`, coarse: true } },
        imported: { format: "s0", at: now, id: "trace-001", original: flat },
      },
    });
    expect(record?.metadata).not.toHaveProperty("approved");
  });

  it("takes the nested records of the same family, and Writ's own lines from elsewhere", async () => {
    const here = workspace();
    const { metadata: _, ...bare } = aTrace({ id: "bare" });
    await append(here, [aTrace({ metadata: { ...aTrace().metadata, ticket: "T-1" } })]);
    const lines = [JSON.stringify(bare), ...readFileSync(here.ledger, "utf8").trimEnd().split("\n")];
    const there = workspace();
    expect(await brought(there, lines)).toMatchObject({ imported: 2, refusals: [] });
    const [foreign, own] = ledgerOf(there);
    expect(foreign?.metadata).toMatchObject({ intent: "INT-001", imported: { format: "s1", id: "bare" } });
    expect(own?.metadata).toMatchObject({ seq: 2, imported: { format: "s1", claims: { ticket: "T-1" } } });
    expect(own?.metadata.ticket).toBeUndefined();
    expect((await verifyFiles([there.ledger])).ok).toBe(true);
  });

  it("keeps the mark when the records are published, and nothing of what others wrote", async () => {
    const place = workspace();
    const told = { ...flat, description: "secret words" };
    await brought(place, [JSON.stringify({ ...told, content_hash: "SECRETHASH-0123456789abcdef" })]);
    const { ledger, state, root } = place;
    const published = join(root, ".orchestration/ledger");
    const places = { traces: ledger, decisions: join(root, "none.jsonl"), published, state };
    const done = await publish({ ...places, branch: "main", writer: await readWriter(state, root), files: "all" });
    const text = readFileSync(done.files[0] ?? "", "utf8");
    expect(text).not.toContain("secret words");
    expect(text).not.toContain("SECRETHASH");
    expect(JSON.parse(text).metadata.imported).toEqual({ format: "s0", at: now, id: "trace-001" });
  });

  it.each<[string, string[], object]>([
    ["garbage", ["hello", '{"a":1}', "{broken"], { imported: 0, refused: 3 }],
    ["a record spread over lines", JSON.stringify(other(), null, 2).split("\n"), { imported: 1, refused: 0 }],
    ["a list", [JSON.stringify([other(), flat])], { imported: 2, refused: 0 }],
    ["a list spread over lines", JSON.stringify([other(), flat], null, 2).split("\n"), { imported: 2, refused: 0 }],
    ["a byte order mark", [`\uFEFF${JSON.stringify(other())}`], { imported: 1, refused: 0 }],
    ["line ends of Windows", [`${JSON.stringify(other())}\r`, `${JSON.stringify(flat)}\r`], { imported: 2 }],
    ["empty lines", ["", JSON.stringify(other()), "", ""], { imported: 1, refused: 0 }],
    ["nothing", [], { imported: 0, refused: 0 }],
    ["a line of 10 MB", [JSON.stringify(other({ metadata: { x: "x".repeat(1e7) } }))], { imported: 0, refused: 1 }],
    ["a record too large", [JSON.stringify(other({ metadata: { x: "x".repeat(5e6) } }))], { imported: 0, refused: 1 }],
    [
      "a record nested for ever, and one after it",
      [
        JSON.stringify(other({ metadata: { x: "deep" } })).replace('"deep"', "[".repeat(5000) + "]".repeat(5000)),
        JSON.stringify(flat),
      ],
      { imported: 1, refusals: [[1, "it is nested more than 100 deep"]] },
    ],
    [
      "times nobody can have recorded",
      ["0000-01-01T00:00:00Z", "9999-12-31T00:00:00Z", "-000001-01-01T00:00:00Z"].map((timestamp, at) =>
        JSON.stringify(other({ id: `id-${at}`, timestamp })),
      ),
      { imported: 0, refused: 3 },
    ],
    [
      "the same id twice, told alike",
      [JSON.stringify(other()), JSON.stringify(other())],
      { imported: 1, alreadyThere: 1 },
    ],
    [
      "the same id twice, told otherwise",
      [JSON.stringify(other()), JSON.stringify(other({ timestamp: "2026-01-24T00:00:00Z" }))],
      { imported: 1, refusals: [[2, "an earlier record has the same id and says something else"]] },
    ],
    [
      "wrong types",
      [JSON.stringify(other({ files: [{ path: 5, conversations: [] }] })), JSON.stringify({ ...flat, file: 5 })],
      {
        refusals: [
          [1, "files[0].path must be a text"],
          [2, "it names no file that was changed"],
        ],
      },
    ],
    ["a bad path among flat records", [JSON.stringify({ ...flat, file: "../x" })], { refused: 1 }],
    ["hashes that are none", [JSON.stringify({ ...flat, content_hash: "deadbeef" })], { imported: 1 }],
    [
      "versions to come",
      [JSON.stringify(other({ version: "3.0.0" }))],
      { imported: 1, warnings: [expect.any(String)] },
    ],
  ])("meets %s", async (_, lines, outcome) => {
    const place = workspace();
    expect(await brought(place, lines)).toMatchObject(outcome);
    expect((await verifyFiles([place.ledger])).problems).toEqual([]);
  });

  it("reads files as it reads pipes", async () => {
    const place = workspace();
    place.write("in.jsonl", `\uFEFF${JSON.stringify(other())}\r\nnope\r\n${JSON.stringify(flat, null, 2)}`);
    const refusals: number[] = [];
    const onRefused = (line: number) => void refusals.push(line);
    const lines = linesOfFile(join(place.root, "in.jsonl"));
    const report = await importTraces(place.root, lines, { format: "auto", now, by, onRefused });
    expect({ ...report, refusals }).toMatchObject({ imported: 2, refused: 1, refusals: [2] });
  });
});

describe("another tool's lines", () => {
  const text = "one\ntwo\nthree\nfour\n";
  const claim = (over: object, range: object = { start_line: 2, end_line: 3 }) =>
    JSON.stringify(
      other({
        files: [{ path: "src/a.ts", conversations: [{ contributor: { type: "ai", model_id: "m" }, ranges: [range] }] }],
        ...over,
      }),
    );
  const metaOf = (place: Place) => ledgerOf(place)[0]?.metadata.files["src/a.ts"];

  it("are found in the commit that added them", async () => {
    const place = workspace({ "src/a.ts": "one\nfour\n" });
    place.git("add", ".");
    place.git("commit", "-qm", "first");
    place.write("src/a.ts", text);
    place.git("commit", "-qam", "second");
    const revision = place.git("rev-parse", "HEAD").trim();
    place.write("src/a.ts", "changed since\n");
    const vcs = { type: "git", revision };
    expect(await brought(place, [claim({ vcs })])).toMatchObject({ imported: 1, followed: 1, coarse: 0 });
    expect(metaOf(place)).toMatchObject({
      blob: place.git("rev-parse", "HEAD:src/a.ts").trim(),
      change: {
        length: 4,
        kept: [
          [1, 1, 1],
          [4, 1, 4],
        ],
      },
    });
  });

  it("are not where the commit did not add them", async () => {
    const place = workspace({ "src/a.ts": text });
    place.git("add", ".");
    place.git("commit", "-qm", "first");
    place.write("src/b.ts", "");
    place.git("add", ".");
    place.git("commit", "-qm", "second");
    const vcs = { type: "git", revision: place.git("rev-parse", "HEAD").trim() };
    expect(await brought(place, [claim({ vcs })])).toMatchObject({ imported: 1, followed: 0, coarse: 1 });
    expect(metaOf(place)).toMatchObject({ coarse: true, after: null });
  });

  it("are found by their hash in the work tree, also without a commit", async () => {
    const place = workspace({ "src/a.ts": text });
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update("two\nthree").digest("hex");
    const range = { start_line: 2, end_line: 3, content_hash: `sha256:${hash}` };
    expect(await brought(place, [claim({}, range)])).toMatchObject({ followed: 1 });
    expect(metaOf(place)).toMatchObject({ change: { length: 4 } });
  });

  it.each(["HEAD", ":/first", "f".repeat(40), "--help"])("are not looked for in revision %s", async (revision) => {
    const place = workspace({ "src/a.ts": text });
    place.git("add", ".");
    place.git("commit", "-qm", "first");
    const vcs = { type: "git", revision };
    expect(await brought(place, [claim({ vcs })])).toMatchObject({ imported: 1, coarse: 1 });
  });
});

describe("blame", () => {
  const lines = "one\ntwo\nthree\nfour\n";

  it("names the model of another tool for the lines it is sure of, and says that they were imported", async () => {
    const place = workspace({ "src/a.ts": "one\nfour\n" });
    place.git("add", ".");
    place.git("commit", "-qm", "first");
    place.write("src/a.ts", lines);
    place.git("commit", "-qam", "second");
    const vcs = { type: "git", revision: place.git("rev-parse", "HEAD").trim() };
    const ranges = [{ start_line: 2, end_line: 3 }];
    const conversations = [{ contributor: { type: "ai", model_id: "openai/gpt-5" }, ranges }];
    await brought(place, [JSON.stringify(other({ vcs, files: [{ path: "src/a.ts", conversations }] }))]);
    const writ = await createWrit(place.root);
    onTestFinished(() => writ.close());
    const ai = { author: "ai", model: "openai/gpt-5", agent: "cursor", imported: true };
    const human = { author: "human" };
    expect(await writ.blame("src/a.ts")).toMatchObject([human, ai, ai, human]);
    place.write("src/a.ts", `zero\n${lines}`);
    expect(await writ.blame("src/a.ts")).toMatchObject([human, human, ai, ai, human]);
  });

  it("answers in the workspace it was imported to as where it was recorded", async () => {
    const here = workspace();
    const session = { id: "s-1", agent: "claude-code" } as const;
    const writ = await createWrit(here.root);
    onTestFinished(() => writ.close());
    await writ.select(session, "INT-001", "library");
    const request = { tool: "write_to_file", input: { path: "src/auth/a.ts", content: lines }, callId: "1" };
    const event = { at: new Date().toISOString(), session, cwd: here.root, request };
    await writ.before({ ...event, name: "tool.before" });
    here.write("src/auth/a.ts", lines);
    await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
    const there = workspace({ "src/auth/a.ts": lines });
    const records = (await exported(here)).map((record) => JSON.stringify(record));
    expect(await brought(there, records)).toMatchObject({ imported: 1 });
    const other = await createWrit(there.root);
    onTestFinished(() => other.close());
    const told = (await other.blame("src/auth/a.ts")).map(({ imported, trace, ...line }) => [imported, line]);
    expect(told).toEqual((await writ.blame("src/auth/a.ts")).map(({ trace, ...line }) => [true, line]));
  });
});
