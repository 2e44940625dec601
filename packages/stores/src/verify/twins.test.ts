import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aTrace, aTraceAbout, inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { bodyOf, toLine } from "../ledger/line.ts";
import { linesIn } from "../ledger/lines.ts";
import { toPublishedTrace } from "../publish/sanitize-trace.ts";
import { openTwins } from "./twins.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-twins-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const chain = { v: 1 as const, writer: "0123456789ab", seq: 1, prev: null };
/** A record of an id that says one thing or another. */
const lineOf = (id: string, intent: string) => toLine(aTraceAbout({ id, intent }), chain);

async function twinsOf(files: Readonly<Record<string, readonly string[]>>, slots?: number): Promise<string[]> {
  const found: string[] = [];
  const twins = openTwins({
    ...(slots !== undefined && { slots }),
    again: () => Object.keys(files).map((name) => join(folder, name)),
    report: (file, { line, reason }) => found.push(`${file.slice(folder.length + 1)} ${line}: ${reason}`),
  });
  for (const [name, lines] of Object.entries(files)) {
    const file = join(folder, name);
    await writeFile(file, lines.map((line) => `${line}\n`).join(""));
    for (const line of linesIn(await readFile(file), 0)) twins.hear(file, line);
  }
  await twins.end();
  return found.sort();
}

describe("records of one id", () => {
  it("are told of where they say different things, with the lines of both", async () => {
    const files = {
      "a.jsonl": [lineOf("x", "INT-001"), lineOf("y", "INT-001")],
      "b.jsonl": [lineOf("z", "INT-001"), lineOf("x", "INT-001"), lineOf("y", "INT-002")],
    };
    expect(await twinsOf(files)).toEqual([
      "b.jsonl 3: two records of one id: line 2 of a.jsonl has the id of this one, and says something else",
    ]);
  });

  it("are found however few of them fit into memory at once", async () => {
    const record = fc.tuple(fc.integer({ min: 0, max: 80 }), fc.constantFrom("INT-001", "INT-001", "INT-002"));
    const lines = fc.array(record, { maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(lines, lines, async (one, other) => {
        const toLines = (records: readonly (readonly [number, string])[]) =>
          records.map(([id, intent]) => lineOf(`id-${id}`, intent));
        const files = { "a.jsonl": toLines(one), "b.jsonl": toLines(other) };
        const first = new Map<number, string>();
        const expected = [...one, ...other].filter(([id, intent]) => {
          const known = first.get(id);
          if (known === undefined) first.set(id, intent);
          return known !== undefined && known !== intent;
        });
        const found = await twinsOf(files);
        expect(found).toHaveLength(expected.length);
        expect(await twinsOf(files, 16)).toEqual(found);
      }),
      { numRuns: inDepth(6, 30) },
    );
  });

  it("are found where the id is spelled in another way, or stands elsewhere in the line", async () => {
    const { id: _, ...rest } = aTraceAbout({ id: "x", intent: "INT-002" });
    const files = {
      "a.jsonl": [lineOf("x", "INT-001")],
      "b.jsonl": [
        lineOf("x", "INT-002").replace('{"id":"x"', String.raw`{"id":"\u0078"`),
        lineOf("x", "INT-002").replace('{"id":"x"', String.raw`{"i\u0064":"x"`),
        JSON.stringify({ ...rest, id: "x" }),
      ],
    };
    expect((await twinsOf(files)).map((one) => one.slice(0, 9))).toEqual(["b.jsonl 1", "b.jsonl 2", "b.jsonl 3"]);
  });

  it("are no concern where a line cannot be read, however often it is there", async () => {
    const files = { "a.jsonl": ['{"id":"x" and so on', '{"id":"x" and so on', '{"id":"x",'], "b.jsonl": ['{"id":"x"'] };
    expect(await twinsOf(files)).toEqual([]);
  });
});

describe("a published record", () => {
  it("is known as a copy by its bytes", () => {
    const meta = {
      op: "modify",
      before: null,
      after: null,
      removed: 2,
      change: { length: 9, kept: [[1, 3, 1]] },
      sums: ["q.37p4gk"],
    };
    const trace = aTrace();
    const live = { ...trace, metadata: { ...trace.metadata, files: { "src/auth/jwt.ts": meta as never } } };
    const published = toPublishedTrace(live, `sha256:${"a".repeat(64)}`);
    const [one, other] = [toLine(live, chain), toLine(published, { ...chain, seq: 7 })].map((line) =>
      bodyOf(Buffer.from(line)),
    );
    expect(one?.toString()).toContain('"change":');
    expect(other?.toString()).toBe(one?.toString());
  });

  it("is none where its chain holds more than a chain", () => {
    const line = lineOf("x", "INT-001");
    expect(bodyOf(Buffer.from(line))).not.toBeNull();
    const odd = [
      line.replace('"seq":1', '"agent":"other","seq":1'),
      line.replace('"writer":"0123456789ab"', '"writer":"0","agent":"other"'),
      line.replace('"v":1', '"v":1,"agent":"other"'),
      `${line} `,
    ];
    for (const one of odd) expect(bodyOf(Buffer.from(one))).toBeNull();
  });
});
