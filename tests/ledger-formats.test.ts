import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { commit, linesOf, tracesFile, twoSessions, verified, works } from "./ledger-bed.ts";
import { ok } from "./scenarios/cli-bed.ts";
import { governed } from "./scenarios/harness.ts";

const flat = (at: number) => ({
  timestamp: `2025-01-0${at}T00:00:00.000Z`,
  intent_id: "INT-001",
  file_path: "src/auth/old.ts",
  content_hash: "a".repeat(64),
  mutation_class: "AST_REFACTOR",
});
const bare = {
  id: "7f1f2d3e-0000-4000-8000-00000000000b",
  timestamp: "2025-02-01T00:00:00.000Z",
  vcs: { revision_id: "unknown" },
  files: [
    {
      relative_path: "src/auth/old.ts",
      conversations: [
        {
          url: "task-1",
          contributor: { entity_type: "AI", model_identifier: "model-y" },
          ranges: [{ start_line: 1, end_line: 3, content_hash: "sha256:not a hash" }],
          related: [{ type: "specification", value: "INT-001" }],
        },
      ],
    },
  ],
};

/** Ledgers as they are found where Writ comes to. */
const wild: Record<string, readonly [text: string, records: number]> = {
  "S0's flat records": [`${[1, 2, 3].map((at) => JSON.stringify(flat(at))).join("\n")}\n`, 3],
  "S1's records without metadata, one with a malformed hash": [`${JSON.stringify(bare)}\n`, 1],
  "records spread over lines": [`${JSON.stringify(flat(1), null, 2)}\n${JSON.stringify(bare, null, 2)}\n`, 2],
  "a third that is no JSON": [
    `# traces\n${JSON.stringify(flat(1))}\n{"broken": \n${JSON.stringify(flat(2))}\n<<<<<<< HEAD\n${JSON.stringify(flat(3))}\n`,
    3,
  ],
  "mixed line ends, blank lines and a byte order mark": [
    `\ufeff${JSON.stringify(flat(1))}\r\n\n${JSON.stringify(flat(2))}\n\r\n${JSON.stringify(flat(3))}`,
    3,
  ],
  "a list of records": [JSON.stringify([flat(1), flat(2)]), 2],
  "a line of 10 MB": [`${JSON.stringify(flat(1))}\n${"x".repeat(10_000_000)}\n${JSON.stringify(flat(2))}\n`, 2],
};

describe("a ledger that is older than Writ", () => {
  it.each(Object.entries(wild))("is read, kept as it is, and gone on with: %s", async (_, [text, records]) => {
    const bed = await governed();
    const file = join(bed.root, tracesFile);
    writeFileSync(file, text);
    await works(bed, "S-1", ["src/auth/new.ts"]);
    await works(bed, "S-1", ["src/auth/newer.ts"]);
    expect(readFileSync(file, "utf8").startsWith(text)).toBe(true);
    const writ = await createWrit(bed.root);
    const seen: string[] = [];
    for await (const { record } of writ.traces.read()) seen.push(record.metadata.writer === "" ? "old" : "new");
    expect(seen).toEqual([...Array.from({ length: records }, () => "old"), "new", "new"]);
    expect(await verified(bed)).toMatchObject({ ok: true, problems: [] });
  });
});

describe("a record in a later format", () => {
  it("is read as far as it is known, chained on, published as far as it is known, and verify says to update", async () => {
    const bed = await twoSessions();
    const later = (line: string) =>
      line
        .replace('"metadata":{', '"mood":"calm","metadata":{"tempo":{"bpm":90},')
        .replace('"v":1,"writer"', '"v":2,"writer"');
    const lines = linesOf(bed, tracesFile);
    writeFileSync(join(bed.root, tracesFile), `${[...lines.slice(0, 5), later(lines[5] ?? "")].join("\n")}\n`);
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await commit(bed, "more");
    const { ok: isFine, notices } = await verified(bed);
    expect(isFine).toBe(true);
    expect(notices).toMatchObject([
      { file: tracesFile, line: 6, reason: expect.stringContaining("an update of Writ") },
    ]);
    expect(await ok(bed.writ(["log", "-n", "0"]))).toContain("src/auth/b3.ts");
    expect(await ok(bed.writ(["verify"]))).toContain("Notice: ");
    expect(bed.git("show", "HEAD")).not.toContain("calm");
  });
});

describe("state in another format", () => {
  it.each([
    ["what was published", "published/progress.json", '{"v":9}'],
    ["the pointers into the ledger", "index/agent_trace.jsonl/heads", "of another version"],
    ["the index", "index.sqlite", "of another version"],
    ["the compiled intents", "compiled/intents.json", '{"v":9}'],
  ])("is made again: %s", async (_, name, text) => {
    const bed = await twoSessions();
    const before = bed.git("ls-files", "-s", ".orchestration/ledger");
    await bed.put(join(".orchestration/.state", name), text);
    const writ = await createWrit(bed.root);
    await writ.publish({ all: true });
    expect(bed.git("ls-files", "-s", ".orchestration/ledger")).toBe(before);
    expect((await writ.traces.last(1, { file: "src/auth/b3.ts" })).length).toBe(1);
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    expect(await verified(bed)).toMatchObject({ ok: true, problems: [] });
  });
});
