import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { importTraces } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../packages/runtime/src/hash.ts";
import { type Bed, openBed } from "./bed.ts";

const line = "export const theTotalOfAllInvoices = invoices.length * taxes.factor;";

/** A record as the seeds' tools wrote it: with ranges, or flat. */
const s1 = (revision: string, content: string) => ({
  id: "1",
  timestamp: "2020-01-01T12:00:00Z",
  vcs: { revision_id: revision },
  files: [
    {
      relative_path: "src/a.ts",
      conversations: [
        {
          url: "s",
          contributor: { entity_type: "AI", model_identifier: "some-model" },
          ranges: [{ start_line: 1, end_line: 1, content_hash: content }],
          related: [{ type: "specification", value: "INT-001" }],
        },
      ],
    },
  ],
});
const flat = { intent_id: "INT-001", file: "src/a.ts", timestamp: "2020-01-01T12:00:00Z", content_hash: "xyz" };

async function withFile(): Promise<Bed> {
  const bed = await openBed();
  bed.put("src/a.ts", [line, "// the end"]);
  bed.git("add", "--all");
  bed.git("commit", "-q", "--no-verify", "-m", "first");
  return bed;
}

const lay = (bed: Bed, record: object): void =>
  appendFileSync(join(bed.root, ".orchestration/agent_trace.jsonl"), `${JSON.stringify(record)}\n`);

const bring = async (bed: Bed, record: object): Promise<void> => {
  const text = Buffer.from(JSON.stringify(record));
  const lines = [{ bytes: text, line: 1, offset: 0, ended: true }];
  const source = (async function* () {
    yield lines;
  })();
  const by = { by: "p-1", assurance: "tty" } as const;
  await importTraces(bed.root, source, { format: "auto", now: new Date().toISOString(), by });
};

const authors = async (bed: Bed): Promise<string[]> => (await bed.lines("src/a.ts")).map(({ author }) => author);

describe("a record from before Writ", () => {
  it.each([
    ["with ranges", (revision: string) => s1(revision, sha256(line))],
    ["that is flat", () => flat],
    ["without a time", () => ({ ...flat, timestamp: "once" })],
  ])("leaves nobody with the name of a person where an agent may have been: %s", async (_, record) => {
    const bed = await withFile();
    lay(bed, record(bed.git("rev-parse", "HEAD").trim()));
    expect(await authors(bed)).toEqual(["unknown", "unknown"]);
  });

  it("says nothing of what was committed before it, or came later", async () => {
    const bed = await withFile();
    lay(bed, { ...flat, timestamp: new Date(Date.now() + 60_000).toISOString() });
    expect(await authors(bed)).toEqual(["human", "human"]);
    const other = await withFile();
    other.put("src/a.ts", [line, "// the end", "// a person added this line much later"]);
    lay(other, flat);
    expect(await authors(other)).toEqual(["unknown", "unknown", "human"]);
  });

  it("tells its lines once it was imported, and the rest is a person's", async () => {
    const bed = await withFile();
    await bring(bed, s1(bed.git("rev-parse", "HEAD").trim(), sha256(line)));
    expect(await bed.lines("src/a.ts")).toMatchObject([
      { author: "ai", intent: "INT-001", imported: true },
      { author: "human" },
    ]);
    const flatOne = await withFile();
    await bring(flatOne, flat);
    expect(await authors(flatOne)).toEqual(["unknown", "unknown"]);
  });
});
