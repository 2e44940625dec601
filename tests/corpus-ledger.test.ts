import { hash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { openTraceLedger, verifyFiles } from "@writ/stores";
import { aTraceAbout } from "@writ/testkit";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type Program, programOf } from "./children.ts";
import { idsOf } from "./corpus-ids.ts";
import { linesOf, tamper, tracesFile, twoSessions, verified } from "./ledger-bed.ts";

/** Appends records, and prints the id of each once it was acknowledged. */
const appender = `
  import { writeSync } from "node:fs";
  import { openTraceLedger } from "../packages/stores/src/ledger/file-ledger.ts";
  import { aTrace } from "../packages/testkit/src/builders.ts";
  const [folder, writer, times] = process.argv.slice(2);
  async function main() {
    const ledger = openTraceLedger({ file: folder + "/agent_trace.jsonl", state: folder + "/.state", writer: async () => writer });
    for (let time = 0; time < Number(times); time += 1) {
      const id = writer + "-" + time;
      await ledger.append(aTrace({ id }));
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

const writer = "0123456789ab";

/** A ledger of its own with six records, and what can be done to it. */
async function aLedger(count = 6) {
  const folder = mkdtempSync(join(tmpdir(), "writ-corpus-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, ".state"));
  const file = join(folder, "agent_trace.jsonl");
  const ledger = openTraceLedger({ file, state: join(folder, ".state"), writer: async () => writer });
  for (let at = 1; at <= count; at += 1) await ledger.append(aTraceAbout({ id: `r${at}` }));
  return {
    folder,
    file,
    ledger,
    lines: () => readFileSync(file, "utf8").trimEnd().split("\n"),
    put: (lines: readonly string[]) => writeFileSync(file, `${lines.join("\n")}\n`),
    verify: () => verifyFiles([file]),
    async ids(): Promise<string[]> {
      const ids: string[] = [];
      for await (const { record } of ledger.read()) ids.push(record.id);
      return ids;
    },
    aside: () => readdirSync(join(folder, ".state/quarantine")),
  };
}

/** A record as a line that continues a chain, in whatever format. */
function chained(fields: object, seq: number, prev: string | null, v: number, by = writer): string {
  const link = { v, writer: by, seq, prev: prev === null ? null : `sha256:${hash("sha256", prev, "hex")}` };
  const { metadata, ...record } = aTraceAbout({ id: `r${seq}` });
  const { v: _, writer: __, seq: ___, prev: ____, ...about } = metadata;
  // In every format the chain stands at the end, as `v`, `writer`, `seq` and `prev`.
  return JSON.stringify({ ...record, ...fields, metadata: { ...about, ...fields, ...link } });
}

/** What each case of the corpus names, done for real. By id. */
const cases: Record<string, readonly [what: string, run: () => Promise<void>]> = {
  J001: [
    "one flipped byte in a middle record is found, with its line",
    async () => {
      const { file, verify } = await aLedger();
      const bytes = readFileSync(file);
      const at = bytes.indexOf('"id":"r3"') + 7;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      expect((await verify()).problems).toMatchObject([{ line: 3, reason: expect.stringContaining("changed") }]);
    },
  ],
  J002: [
    "a deleted middle record is found",
    async () => {
      const { lines, put, verify } = await aLedger();
      put(lines().toSpliced(2, 1));
      expect((await verify()).problems).toMatchObject([
        { line: 3, reason: expect.stringContaining("1 record is missing") },
      ]);
    },
  ],
  J004: [
    "a record that is there twice is found",
    async () => {
      const { lines, put, verify } = await aLedger();
      put(lines().toSpliced(3, 0, lines()[2] ?? ""));
      expect((await verify()).problems).toMatchObject([{ line: 4, reason: "the same record as line 3" }]);
    },
  ],
  J005: [
    "a forged record, with the chain made anew up to the end, is found with an anchor",
    async () => {
      const bed = await twoSessions();
      const writ = await createWrit(bed.root);
      await writ.anchor();
      const lines = linesOf(bed, tracesFile);
      const forged = lines.toSpliced(2, 0, lines[2]?.replace(/"id":"[^"]+"/, '"id":"forged"') ?? "");
      const anew: string[] = [];
      for (const [at, line] of forged.entries()) {
        const prev = at === 0 ? "null" : `"sha256:${hash("sha256", anew[at - 1] ?? "", "hex")}"`;
        anew.push(line.replace(/"seq":\d+,"prev":.*$/, `"seq":${at + 1},"prev":${prev}}}`));
      }
      tamper(bed, tracesFile, () => anew);
      expect((await verifyFiles([join(bed.root, tracesFile)])).ok).toBe(true);
      expect((await verified(bed)).problems).toMatchObject([{ reason: expect.stringContaining("made anew") }]);
    },
  ],
  J006: [
    "the last records dropped are found with an anchor",
    async () => {
      const bed = await twoSessions();
      const writ = await createWrit(bed.root);
      await writ.anchor();
      tamper(bed, tracesFile, (lines) => lines.slice(0, -2));
      expect((await verifyFiles([join(bed.root, tracesFile)])).ok).toBe(true);
      expect((await verified(bed)).problems).toMatchObject([{ line: 4, reason: expect.stringContaining("cut off") }]);
    },
  ],
  J009: [
    "a last line that was cut in the middle is set aside, the rest is kept",
    async () => {
      const { file, ledger, ids, verify, aside } = await aLedger();
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.subarray(0, -200));
      expect((await verify()).problems).toMatchObject([{ line: 6, reason: expect.stringContaining("cut off") }]);
      await ledger.append(aTraceAbout({ id: "next" }));
      expect(await ids()).toEqual(["r1", "r2", "r3", "r4", "r5", "next"]);
      expect(await verify()).toMatchObject({ ok: true, records: 6 });
      expect(aside()).toHaveLength(1);
    },
  ],
  J010: [
    "a last line without its newline, and what is appended then, are both readable",
    async () => {
      const { file, ledger, ids, verify } = await aLedger();
      writeFileSync(file, readFileSync(file).subarray(0, -1));
      await ledger.append(aTraceAbout({ id: "next" }));
      expect(await ids()).toEqual(["r1", "r2", "r3", "r4", "r5", "r6", "next"]);
      expect((await verify()).ok).toBe(true);
    },
  ],
  J011: [
    "a kill during ten thousand appends loses nothing that was acknowledged",
    async () => {
      const { folder, file, ledger, ids, verify } = await aLedger(0);
      const child = program.start(folder, writer, "10000");
      while (child.lines.length < 1000) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill();
      expect(await child.ended).toBe("SIGKILL");
      const torn = readFileSync(file, "utf8").split("\n").at(-1);
      await ledger.append(aTraceAbout({ id: "after" }));
      const there = await ids();
      expect(there.slice(0, child.lines.length)).toEqual(child.lines);
      // One may have been written without its process living to say so; at most one was torn.
      expect(there.length - child.lines.length).toBeLessThanOrEqual(2);
      expect(torn === "" || there.length === child.lines.length + 1).toBe(true);
      expect((await verify()).ok).toBe(true);
    },
  ],
  J021: [
    "one person's data can be erased, and the chain still verifies",
    async () => {
      const bed = await twoSessions();
      const writ = await createWrit(bed.root);
      await writ.erase({ choice: { session: "S-ada-1" }, by: { by: "p-1", assurance: "tty" }, dryRun: false });
      expect(readFileSync(join(bed.root, tracesFile), "utf8")).not.toContain("S-ada-1");
      expect(await verified(bed)).toMatchObject({ ok: true, erased: 8 });
    },
  ],
  J022: [
    "duplicate keys, -0, 1e2 and lone surrogates have one form, and another spelling of it is found",
    async () => {
      const { file, ledger, lines, put, verify } = await aLedger(0);
      const range = { start_line: 1e2, end_line: -0, content_hash: "x" };
      const about = aTraceAbout({ id: "odd \ud800" });
      const [changed] = about.files;
      const [conversation] = changed?.conversations ?? [];
      if (changed === undefined || conversation === undefined) throw new Error("a trace has a file");
      await ledger.append({ ...about, files: [{ ...changed, conversations: [{ ...conversation, ranges: [range] }] }] });
      await ledger.append(aTraceAbout({ id: "next" }));
      const [line = "", next = ""] = lines();
      expect(line).toContain('"id":"odd \\ud800"');
      expect(line).toContain('"start_line":100,"end_line":0,');
      expect(JSON.stringify(JSON.parse(line))).toBe(line);
      for (const spelled of [
        line.replace('"start_line":100', '"start_line":1e2'),
        line.replace('"end_line":0', '"end_line":-0'),
        line.replace('{"id"', '{"id":"other","id"'),
        line.replace("\\ud800", "\\uD800"),
      ]) {
        put([spelled, next]);
        expect((await verify()).problems).toMatchObject([{ line: 1, reason: expect.stringContaining("changed") }]);
        // Whoever reads it gets the same record all the same.
        for await (const { record } of ledger.read()) {
          if (record.id !== "next") expect(JSON.stringify(record).replace('"end_line":-0', '"end_line":0')).toBe(line);
        }
      }
      expect(statSync(file).size).toBeGreaterThan(0);
    },
  ],
  J023: [
    "times that go backwards are allowed; the order is that of the chain",
    async () => {
      const { ledger, ids, verify } = await aLedger(0);
      for (const [at, day] of ["2026-03-03", "2026-02-02", "2026-01-01"].entries())
        await ledger.append(aTraceAbout({ id: `r${at}`, at: `${day}T00:00:00.000Z` }));
      expect(await ids()).toEqual(["r0", "r1", "r2"]);
      expect((await ledger.last(1)).map(({ record }) => record.id)).toEqual(["r2"]);
      expect((await verify()).ok).toBe(true);
    },
  ],
  J025: [
    "a record of 100 MB is refused before anything is written",
    async () => {
      const { file, ledger, verify } = await aLedger();
      const size = statSync(file).size;
      const huge = aTraceAbout({ id: "huge", session: "x".repeat(100 * 1024 * 1024) });
      await expect(ledger.append(huge)).rejects.toMatchObject({
        problem: { code: "STORE_FAILED", message: expect.stringContaining("4 MB") },
      });
      expect(statSync(file).size).toBe(size);
      expect((await verify()).ok).toBe(true);
    },
  ],
  J027: [
    "two versions of the engine write: each record says its version, and what is unknown is left alone",
    async () => {
      const { file, ledger, ids, verify, lines } = await aLedger(2);
      const third = chained({ mood: "calm" }, 3, lines()[1] ?? "", 2);
      appendFileSync(file, `${third}\n${chained({ mood: "calm" }, 1, null, 2, "ffffffffffff")}\n`);
      await ledger.append(aTraceAbout({ id: "again" }));
      expect(await ids()).toEqual(["r1", "r2", "r3", "r1", "again"]);
      expect(lines().map((line) => JSON.parse(line).metadata.v)).toEqual([1, 1, 2, 2, 1]);
      expect(await verify()).toMatchObject({
        ok: true,
        records: 5,
        notices: [{ line: 3, reason: expect.stringMatching(/2 records, .* format 2: .*update of Writ/) }],
      });
    },
  ],
};

/** What blame must do, which is tested with it. */
const ofBlame = ["J017", "J018"];

it("every case about the ledger is here", () => {
  expect([...Object.keys(cases), ...ofBlame].sort()).toEqual(idsOf("ledger").sort());
});

it.each(Object.entries(cases).map(([id, [what, run]]) => [id, what, run] as const))(
  "%s: %s",
  async (_, __, run) => run(),
  60_000,
);
