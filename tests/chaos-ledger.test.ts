import { spawnSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileLedgerOptions, openTraceLedger, repairLedger, verifyFiles, writeAtomic } from "@writ/stores";
import { aTraceAbout, inDepth } from "@writ/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Child, type Program, programOf } from "./children.ts";

/** Appends records, and prints the id of each once it was acknowledged. */
const appender = `
  import { writeSync } from "node:fs";
  import { openTraceLedger } from "../packages/stores/src/ledger/file-ledger.ts";
  import { aTrace } from "../packages/testkit/src/builders.ts";
  const [folder, name, times] = process.argv.slice(2);
  async function main() {
    const ledger = openTraceLedger({ file: folder + "/agent_trace.jsonl", state: folder + "/.state", writer: async () => "0123456789ab" });
    for (let time = 0; time < Number(times); time += 1) {
      const id = name + "-" + time;
      await ledger.append(aTrace({ id }, "src/" + name + ".ts"));
      writeSync(1, id + "\\n");
    }
  }
  main().catch((error) => { console.error(error.message); process.exitCode = 1; });
`;

let program: Program;
beforeAll(async () => {
  program = await programOf(appender);
});
afterAll(() => program.remove());

let folder: string;
let options: FileLedgerOptions;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-chaos-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  options = optionsIn(folder);
});
const optionsIn = (place: string): FileLedgerOptions => ({
  file: join(place, "agent_trace.jsonl"),
  state: join(place, ".state"),
  writer: async () => "0123456789ab",
});

async function idsIn(from = options): Promise<string[]> {
  const ids: string[] = [];
  for await (const { record } of openTraceLedger(from).read()) ids.push(record.id);
  return ids;
}
async function expectAllEnded(children: readonly Child[]): Promise<void> {
  const codes = await Promise.all(children.map(({ ended }) => ended));
  expect(codes, children.map(({ errors }) => errors()).join("")).toEqual(children.map(() => 0));
}

describe("many processes appending at once", () => {
  it.each([
    [8, inDepth(50, 500)],
    [20, 1],
  ])(
    "%i processes with %i records each: all there, one chain",
    async (processes, times) => {
      const children = Array.from({ length: processes }, (_, at) => program.start(folder, `p${at}`, String(times)));
      await expectAllEnded(children);
      const acknowledged = children.flatMap(({ lines }) => lines);
      expect(acknowledged).toHaveLength(processes * times);
      expect((await idsIn()).sort()).toEqual(acknowledged.sort());
      expect(await verifyFiles([options.file])).toMatchObject({ ok: true, records: processes * times });
      const last = await openTraceLedger({ ...options, lookBack: 0 }).last(3, { file: "src/p7.ts" });
      expect(last.map(({ record }) => record.id)).toEqual(
        [1, 2, 3].filter((at) => at <= times).map((at) => `p7-${times - at}`),
      );
    },
    60_000,
  );
});

describe("processes killed while they append", () => {
  /** The same numbers in every run. */
  function numbers(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  it("kills at any moment: every acknowledged record is there, and the chain is whole", async () => {
    const random = numbers(7);
    const acknowledged: string[] = [];
    const kills = inDepth(20, 200);
    let killed = 0;
    const lives = Array.from({ length: 4 }, async (_, line) => {
      while (killed < kills) {
        killed += 1;
        const child = program.start(folder, `k${line}-${killed}`, "100000");
        await child.begun;
        await new Promise((resolve) => setTimeout(resolve, random() * 15));
        child.kill();
        expect(await child.ended, child.errors()).toBe("SIGKILL");
        acknowledged.push(...child.lines);
      }
    });
    await Promise.all(lives);
    await repairLedger(options);

    const ids = await idsIn();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    // A record may have been written without its process living to say so.
    expect(ids.length - acknowledged.length).toBeLessThanOrEqual(kills);
    expect(acknowledged.length).toBeGreaterThan(kills);
    expect(await verifyFiles([options.file])).toMatchObject({ ok: true, records: ids.length });
    expect((await quarantined()).length).toBeLessThanOrEqual(kills);
  }, 60_000);

  it("power cuts that tear the last line, again and again: each torn line is set aside, nothing else is lost", async () => {
    const random = numbers(11);
    const ledger = openTraceLedger(options);
    const torn: string[] = [];
    for (let cut = 0; cut < 100; cut += 1) {
      await ledger.append(aTraceAbout({ id: `whole-${cut}` }));
      const lines = (await readFile(options.file, "utf8")).trimEnd().split("\n");
      const next = (lines.at(-1) ?? "").replace(`whole-${cut}`, `torn-${cut}`);
      const bytes = next.slice(0, 1 + Math.floor(random() * (next.length - 2)));
      torn.push(bytes);
      await appendFile(options.file, bytes);
    }
    await repairLedger(options);
    expect(await idsIn()).toEqual(Array.from({ length: 100 }, (_, at) => `whole-${at}`));
    expect(await verifyFiles([options.file])).toMatchObject({ ok: true, records: 100 });
    expect((await quarantined()).sort()).toEqual(torn.sort());
  });

  async function quarantined(): Promise<string[]> {
    const place = join(folder, ".state", "quarantine");
    const names = await readdir(place).catch(() => []);
    return Promise.all(names.map((name) => readFile(join(place, name), "utf8")));
  }
});

describe("a disk that is full or closed", () => {
  /** A small disk of our own; `null` where we may not have one. */
  function mountSmall(place: string): boolean {
    const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", place], {
      encoding: "utf8",
    });
    if (status === 0) onTestFinished(() => void spawnSync("umount", [place]));
    else console.log(`not run, since no small disk can be mounted here: ${stderr}`);
    return status === 0;
  }
  const refused = (reason: string) => ({ problem: { code: "STORE_FAILED", message: expect.stringContaining(reason) } });

  it("refuses what does not fit, keeps what it has, and goes on when there is room", async ({ skip }) => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    if (!mountSmall(disk)) skip("no small disk can be mounted here");
    const small = optionsIn(disk);
    const ledger = openTraceLedger(small);
    await writeFile(join(disk, "ballast"), Buffer.alloc(40_000));
    const acknowledged: string[] = [];
    const fill = async (): Promise<void> => {
      for (let at = 0; at < 1_000; at += 1) {
        const id = `id-${acknowledged.length}`;
        await ledger.append(aTraceAbout({ id, session: "s".repeat(at % 7 === 0 ? 5_000 : 100) }));
        acknowledged.push(id);
      }
    };
    await expect(fill()).rejects.toMatchObject(refused("the disk is full"));
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(await idsIn(small)).toEqual(acknowledged);
    expect(await verifyFiles([small.file])).toMatchObject({ ok: true, records: acknowledged.length });

    await rm(join(disk, "ballast"));
    await ledger.append(aTraceAbout({ id: "again" }));
    expect(await idsIn(small)).toEqual([...acknowledged, "again"]);
    expect((await verifyFiles([small.file])).ok).toBe(true);
  });

  it("replaces no file by half a file", async ({ skip }) => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    if (!mountSmall(disk)) skip("no small disk can be mounted here");
    const file = join(disk, "state.json");
    await writeAtomic(file, "old");
    await expect(writeAtomic(file, "x".repeat(500_000))).rejects.toMatchObject(refused("the disk is full"));
    expect(await readFile(file, "utf8")).toBe("old");
    expect(await readdir(disk)).toEqual(["state.json"]);
  });

  it("can still be read and verified when it is read-only, and says why it cannot be written", async ({ skip }) => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    if (!mountSmall(disk)) skip("no small disk can be mounted here");
    const closed = optionsIn(disk);
    await openTraceLedger(closed).append(aTraceAbout({ id: "a" }));
    spawnSync("mount", ["-o", "remount,ro", disk]);
    await expect(openTraceLedger(closed).append(aTraceAbout({ id: "b" }))).rejects.toMatchObject(refused("read-only"));
    await expect(writeAtomic(join(disk, "state.json"), "1")).rejects.toMatchObject(refused("read-only"));
    expect(await idsIn(closed)).toEqual(["a"]);
    expect((await openTraceLedger(closed).last(1, { file: "src/a.ts" })).length).toBe(1);
    expect((await verifyFiles([closed.file])).ok).toBe(true);
  });

  it.skipIf(process.platform === "win32")("keeps a whole chain when the system lets no file grow further", async () => {
    // In blocks of 1,024 bytes.
    const child = program.startAfter("ulimit -f 20;", folder, "limited", "100");
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(/larger than this system allows|the disk is full/);
    expect(child.lines.length).toBeGreaterThan(3);
    expect(await idsIn()).toEqual(child.lines);
    expect(await verifyFiles([options.file])).toMatchObject({ ok: true, records: child.lines.length });
  });
});
