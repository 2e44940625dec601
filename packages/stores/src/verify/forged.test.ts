import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aTraceAbout } from "@writ/testkit";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { toLine } from "../ledger/line.ts";
import { linesIn } from "../ledger/lines.ts";
import { openTwins } from "./twins.ts";
import { verifyFiles } from "./verify.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-forged-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const [honest, forger] = ["111111111111", "222222222222"];
const known = "0190aaaa-0000-7000-8000-000000000001";
const recordOf = (id: string, session: string) => ({
  ...aTraceAbout({ id, session }),
  timestamp: "2026-11-15T10:00:00.000Z",
});
const digestOf = (line: string | Buffer) => hash("sha256", line, "hex");
const lineOf = (id: string, session: string, writer: string, seq = 1, prev: string | Buffer | null = null) =>
  toLine(recordOf(id, session), {
    ...{ v: 1, writer, seq },
    prev: prev === null ? null : `sha256:${digestOf(prev)}`,
  });

/** Publishes lines as whoever wants it to look right does: the name fits what is in the file. */
async function publish(writer: string, lines: readonly (string | Buffer)[]): Promise<string> {
  const content = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")]));
  const name = `main-${writer}-${digestOf(content).slice(0, 12)}.jsonl`;
  await mkdir(join(folder, "2026-11"), { recursive: true });
  await writeFile(join(folder, "2026-11", name), content);
  return name;
}

async function reasons(): Promise<string[]> {
  const { problems } = await verifyFiles([], folder);
  return problems.map(({ file, line, reason }) => `${file.includes(forger) ? "forged" : "honest"} ${line}: ${reason}`);
}

const theirs = lineOf(known, "x", forger);
const tail = (writer: string) => `"v":1,"writer":"${writer}","seq":1,"prev":null}}`;
const stone = {
  ...{ hash: `sha256:${"c".repeat(64)}`, id: known, timestamp: "2026-11-15T10:00:00.000Z", files: {} },
  ...{ v: 1, writer: forger, seq: 1, prev: null },
};
const forgeries: readonly (readonly [what: string, line: string | Buffer, told: string])[] = [
  ["a comma that only some readers forgive", theirs.replace('"related":[', '"related":[,'), "not valid JSON"],
  ["two records on one line", `${theirs} ${lineOf("zzz", "s", forger)}`, "not valid JSON"],
  ["no JSON at all", `{"id":"${known}",garbage,${tail(forger)}`, "not valid JSON"],
  [
    "a chain of somebody else behind its own",
    lineOf("q1", "x", honest).replace(/\}$/, `,"x":{${tail(forger)}`),
    "its chain is not where a record has it",
  ],
  ["an id that is a number", theirs.replace(known, "5").replace('"metadata"', '"id":5,"metadata"'), "two ids"],
  [
    "an id that is a list",
    theirs.replace(known, "5").replace('"metadata"', `"trace_id":"${known}","id":["5"],"metadata"`),
    "two ids",
  ],
  ["a second id", lineOf("q2", "x", forger).replace('"metadata"', `"id":"${known}","metadata"`), "two ids"],
  [
    "an id elsewhere",
    theirs
      .replace(`"id":"${known}"`, `"id":"","trace_id":"${known}"`)
      .replace(/"intent":null|"intent":"[^"]*"/, '"intent":7'),
    "it has no id",
  ],
  ["no id", theirs.replace(known, " "), "it has no id"],
  ["a tombstone behind an id", JSON.stringify({ id: "A1", tombstone: stone }), "its chain is not where"],
];

describe("a published file that somebody made so that its chain and its name fit", () => {
  it("is fine where it holds records, and a copy of one is none of another", async () => {
    await publish(honest, [lineOf(known, "s", honest)]);
    await publish(forger, [lineOf(known, "s", forger)]);
    expect(await reasons()).toEqual([]);
  });

  it.each(forgeries)("is told of for %s", async (_, line, told) => {
    await publish(honest, [lineOf(known, "s", honest)]);
    await publish(forger, [line]);
    expect(await reasons()).toContainEqual(expect.stringMatching(new RegExp(`^forged 1: .*${told}`)));
  });

  it.each(forgeries)("is told of for %s, also with a good record behind it", async (_, line, told) => {
    await publish(honest, [lineOf(known, "s", honest)]);
    await publish(forger, [line, lineOf("good", "s", forger, 2, line)]);
    expect(await reasons()).toContainEqual(expect.stringMatching(new RegExp(`^forged 1: .*${told}`)));
  });

  it("is told of for a record in no chain, on one line or on many, as Writ writes none there", async () => {
    const { metadata: _, ...bare } = recordOf(known, "x");
    await publish(forger, [JSON.stringify(bare), ...JSON.stringify(recordOf("z", "x"), null, 1).split("\n")]);
    const found = await reasons();
    expect(found[0]).toContain("forged 1: a record in no chain");
    expect(found.length).toBeGreaterThan(1);
  });

  it.each(["timestamp", "\\u0074imestamp"])(
    "is told of where its record says with %s that it was elsewhere",
    async (key) => {
      const moved = lineOf("q", "s", forger).replace('"vcs"', `"${key}":"2025-05-15T10:00:00.000Z","vcs"`);
      await publish(forger, [moved]);
      expect(await reasons()).toEqual([expect.stringContaining("records of 2025-05 in the folder 2026-11")]);
    },
  );
});

describe("ids that are compared", () => {
  it("are what readers read: bytes that are no text are the same to all of them", async () => {
    const withByte = (line: string, byte: number) => {
      const bytes = Buffer.from(line);
      bytes[bytes.indexOf("IDX") + 2] = byte;
      return bytes;
    };
    await publish(honest, [withByte(lineOf("IDX", "s", honest), 0xff)]);
    await publish(forger, [withByte(lineOf("IDX", "x", forger), 0xfe)]);
    expect(await reasons()).toEqual([expect.stringContaining("forged 1: two records of one id")]);
  });

  it("may begin with a quote, all of them, and take no longer for it", async () => {
    const live = join(folder, "agent_trace.jsonl");
    const lines = Array.from({ length: 20_000 }, (_, nth) => JSON.stringify({ id: `"${nth}`, path: "a" }));
    await writeFile(live, `${lines.join("\n")}\n`);
    expect(await verifyFiles([live], undefined, { compared: "all" })).toMatchObject({ ok: true, foreign: 20_000 });
  });

  it("are compared to the end though a file cannot be read when it is read again", async () => {
    const [one, gone] = [join(folder, "one.jsonl"), join(folder, "gone.jsonl")];
    const lines = Array.from({ length: 40 }, (_, nth) => lineOf(`id-${nth % 30}`, nth < 30 ? "s" : "x", honest));
    await writeFile(one, `${lines.join("\n")}\n`);
    await symlink(one, gone);
    const found: number[] = [];
    const report = (_: string, { line }: { line: number }) => void found.push(line);
    const twins = openTwins({ report, again: () => [gone, one], slots: 16 });
    for (const line of linesIn(Buffer.from(`${lines.join("\n")}\n`), 0)) twins.hear(one, line);
    await twins.end();
    expect(found.sort((a, b) => a - b)).toEqual(lines.flatMap((_, nth) => (nth < 30 ? [] : [nth + 1])));
  });
});
