import { copyFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aTraceAbout, inDepth } from "@writ/testkit";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type FileLedgerOptions, openTraceLedger, rebuildIndex } from "./file-ledger.ts";
import { readCoverage } from "./pointers.ts";
import { traceKind } from "./trace-kind.ts";

let options: FileLedgerOptions;
let folder: string;
let index: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-last-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // No looking back: what is found, the pointers found.
  options = {
    file: join(folder, "agent_trace.jsonl"),
    state: join(folder, ".state"),
    writer: async () => "0123456789ab",
    lookBack: 0,
  };
  index = join(folder, ".state", "index", "agent_trace.jsonl");
});

const heads = () => join(index, "heads");
const posts = () => join(index, "posts");
const lookingBack = () => ({ ...options, lookBack: 32 * 1024 * 1024 });

/** Enough records that the first ones are not in the block a look at the end would read. */
async function fill(count: number): Promise<void> {
  const ledger = openTraceLedger(options);
  for (let at = 0; at < count; at += 1) {
    const intent = at < 3 ? "INT-OLD" : `INT-00${at % 3}`;
    await ledger.append(aTraceAbout({ id: `id-${at}`, intent, file: at === 1 ? "src/once.ts" : `src/f${at % 7}.ts` }));
  }
}
const last = async (count: number, query: object, from = options) =>
  (await openTraceLedger(from).last(count, query)).map(({ record }) => record.id);

/** A ledger of its own for each way its pointers can be wrong. */
async function expectRecovery(): Promise<void> {
  expect(await last(2, { intent: "INT-OLD" }, lookingBack())).toEqual(["id-2", "id-1"]);
  await openTraceLedger(options).append(aTraceAbout({ id: "new", intent: "INT-NEW", file: "src/new.ts" }));
  expect(await last(2, { intent: "INT-OLD" })).toEqual(["id-2", "id-1"]);
  expect(await last(2, { file: "src/new.ts" })).toEqual(["new"]);
}

describe("the pointers to the newest records", () => {
  beforeEach(() => fill(120));

  it("find old records of an intent or a file without looking back", async () => {
    expect(await last(2, { intent: "INT-OLD" })).toEqual(["id-2", "id-1"]);
    expect(await last(5, { file: "src/once.ts" })).toEqual(["id-1"]);
    expect(await last(3, { file: "src/f3.ts" })).toEqual(["id-115", "id-108", "id-101"]);
    expect(await last(5, { file: "src/once.ts", intent: "INT-OLD" })).toEqual(["id-1"]);
    expect(await last(5, { file: "src/once.ts", intent: "INT-001" })).toEqual([]);
    expect(await last(5, { file: "src/never.ts" })).toEqual([]);
  });

  it("cover every byte of the ledger", async () => {
    expect(readCoverage(index)).toMatchObject({ from: 0, to: (await stat(options.file)).size });
  });

  it("come back when they were deleted", async () => {
    await rm(index, { recursive: true });
    await expectRecovery();
  });

  it.each([0, 9, 20, 40, 70, 200])("come back when byte %i of the table was damaged", async (at) => {
    const handle = await open(heads(), "r+");
    await handle.write(Buffer.alloc(8, 0xff), 0, 8, at);
    await handle.close();
    expect(await last(2, { intent: "INT-OLD" }, lookingBack())).toEqual(["id-2", "id-1"]);
  });

  it("come back when their list was damaged", async () => {
    const { size } = await stat(posts());
    await writeFile(posts(), Buffer.alloc(size, 7));
    await expectRecovery();
  });

  it("come back when their list was cut", async () => {
    await truncate(posts(), 40);
    await expectRecovery();
  });

  it.each(["heads", "posts"])("tell a flipped bit anywhere in %s, and are made again", async (name) => {
    const ledger = openTraceLedger(lookingBack());
    const ask = async (): Promise<string[][]> =>
      Promise.all([
        ...["src/once.ts", "src/f0.ts", "src/f3.ts"].map((file) => last(5, { file }, lookingBack())),
        ...["INT-OLD", "INT-000", "INT-002"].map((intent) => last(5, { intent }, lookingBack())),
      ]);
    const right = await ask();
    const path = join(index, name);
    const kept = await Promise.all([heads(), posts()].map((file) => readFile(file)));
    const bytes = await readFile(path);
    const bits = [...bytes.keys()].filter((at) => bytes[at] !== 0).map((at) => at * 8 + (at % 8));
    const step = Math.ceil(bits.length / inDepth(150, 1500));
    for (const bit of bits.filter((_, nth) => nth % step === 0)) {
      for (const [nth, file] of [heads(), posts()].entries()) await writeFile(file, kept[nth] ?? "");
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await writeFile(path, flipped);
      expect({ bit, found: await ask() }).toEqual({ bit, found: right });
    }
    await ledger.append(aTraceAbout({ id: "next", file: "src/once.ts" }));
    expect(await last(5, { file: "src/once.ts" })).toEqual(["next", "id-1"]);
  });

  it("catch up when a kill came between the record and its pointers", async () => {
    await copyFile(heads(), `${heads()}.kept`);
    await openTraceLedger(options).append(aTraceAbout({ id: "killed", intent: "INT-K", file: "src/k.ts" }));
    // The header is what says that a record is filed; it is written last.
    const kept = await readFile(`${heads()}.kept`);
    const handle = await open(heads(), "r+");
    await handle.write(kept, 0, 64, 0);
    await handle.close();
    expect(await last(5, { intent: "INT-K" }, lookingBack())).toEqual(["killed"]);
    await openTraceLedger(options).append(aTraceAbout({ id: "next", intent: "INT-K", file: "src/k.ts" }));
    expect(await last(5, { intent: "INT-K" })).toEqual(["next", "killed"]);
    expect(await last(5, { file: "src/k.ts" })).toEqual(["next", "killed"]);
  });

  it("are not used for another ledger in the same place", async () => {
    const text = await readFile(options.file, "utf8");
    await writeFile(options.file, text.replaceAll("INT-OLD", "INT-ALT").replaceAll("id-", "di-"));
    expect(await last(2, { intent: "INT-ALT" }, lookingBack())).toEqual(["di-2", "di-1"]);
    expect(await last(2, { intent: "INT-OLD" }, lookingBack())).toEqual([]);
  });

  it("do not point into what was cut off", async () => {
    const text = await readFile(options.file, "utf8");
    await writeFile(options.file, `${text.split("\n").slice(0, 2).join("\n")}\n`);
    expect(await last(5, { intent: "INT-OLD" }, lookingBack())).toEqual(["id-1", "id-0"]);
    await openTraceLedger(options).append(aTraceAbout({ id: "new", intent: "INT-OLD" }));
    expect(await last(5, { intent: "INT-OLD" })).toEqual(["new", "id-1", "id-0"]);
  });

  it("are never needed: a folder that cannot be written costs speed, not records", async () => {
    await rm(index, { recursive: true });
    await writeFile(index, "in the way");
    await openTraceLedger(options).append(aTraceAbout({ id: "new", intent: "INT-NEW" }));
    expect(await last(1, { intent: "INT-NEW" }, lookingBack())).toEqual(["new"]);
    expect((await openTraceLedger(options).verify()).ok).toBe(true);
  });
});

describe("many keys", () => {
  it("find each of a thousand files after the table has grown, and a change to all of them at once", async () => {
    const ledger = openTraceLedger(options);
    const files = Array.from({ length: 1_000 }, (_, at) => `src/f${at}.ts`);
    for (const file of files.slice(0, 300)) await ledger.append(aTraceAbout({ id: `one-${file}`, file }));
    const record = aTraceAbout({ id: "all" });
    const [model] = record.files;
    if (model === undefined) throw new Error("a trace has a file");
    await ledger.append({ ...record, files: files.map((relative_path) => ({ ...model, relative_path })) });
    expect(await last(5, { file: "src/f999.ts" })).toEqual(["all"]);
    for (const file of files.slice(0, 300)) expect(await last(5, { file })).toEqual(["all", `one-${file}`]);
  });

  it("are the same whether filed one by one or made anew from the ledger", async () => {
    await fill(60);
    const queries = [{ intent: "INT-OLD" }, { intent: "INT-001" }, { file: "src/f2.ts" }, { file: "src/once.ts" }];
    const before = await Promise.all(queries.map((query) => last(10, query)));
    await rm(index, { recursive: true });
    await rebuildIndex(traceKind, options);
    expect(await Promise.all(queries.map((query) => last(10, query)))).toEqual(before);
  });

  it("include records of other tools, spread over lines, with Windows line ends", async () => {
    const wild = JSON.stringify({ id: "wild", intent_id: "INT-W", file: "src/w.ts" }, null, 2).replaceAll("\n", "\r\n");
    await writeFile(options.file, `${wild}\r\n${wild.replace("wild", "wild-2")}\r\n`);
    await openTraceLedger(options).append(aTraceAbout({ id: "ours", intent: "INT-W" }));
    expect(await last(5, { intent: "INT-W" })).toEqual(["ours", "wild-2", "wild"]);
    expect(await last(5, { file: "src/w.ts" })).toEqual(["wild-2", "wild"]);
    expect(await last(5, {}, lookingBack())).toEqual(["ours", "wild-2", "wild"]);
  });
});

describe("looking back", () => {
  it("crosses blocks and long lines", async () => {
    const ledger = openTraceLedger(lookingBack());
    await ledger.append(aTraceAbout({ id: "old", session: "s-old" }));
    await ledger.append(aTraceAbout({ id: "long", session: "x".repeat(1_500_000) }));
    for (let at = 0; at < 150; at += 1) await ledger.append(aTraceAbout({ id: `id-${at}` }));
    expect(await last(1, { session: "s-old" }, lookingBack())).toEqual(["old"]);
    expect((await last(200, {}, lookingBack())).length).toBe(152);
  });

  it("goes no further than told", async () => {
    await fill(300);
    expect(await last(5, { session: "nobody" }, { ...options, lookBack: 1_000 })).toEqual([]);
    expect((await last(300, {}, { ...options, lookBack: 1_000 })).length).toBeLessThan(300);
  });
});
