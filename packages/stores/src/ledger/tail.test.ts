import { execFileSync } from "node:child_process";
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aTraceAbout } from "@writ/testkit";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type FileLedgerOptions, openTraceLedger, repairLedger } from "./file-ledger.ts";

let options: FileLedgerOptions;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-tail-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  options = {
    file: join(folder, "agent_trace.jsonl"),
    state: join(folder, ".state"),
    writer: async () => "0123456789ab",
  };
});

const append = (id: string, writer = "0123456789ab") =>
  openTraceLedger({ ...options, writer: async () => writer }).append(aTraceAbout({ id }));
const text = () => readFile(options.file, "utf8");
const quarantined = async () => {
  const names = await readdir(join(folder, ".state", "quarantine")).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, ".state", "quarantine", name), "utf8")));
};
async function ids(): Promise<string[]> {
  const found: string[] = [];
  for await (const { record } of openTraceLedger(options).read()) found.push(record.id);
  return found;
}

describe("the end of a ledger after a crash", () => {
  it("is cut back to the last whole line, and the torn bytes are kept aside, wherever the cut was", async () => {
    await append("a");
    await append("b");
    const whole = await text();
    const start = whole.indexOf("\n") + 1;
    for (let cut = start + 1; cut < whole.length - 1; cut += 7) {
      await writeFile(options.file, whole.slice(0, cut));
      await rm(join(folder, ".state"), { recursive: true });
      expect(await openTraceLedger(options).end()).toBe(start);
      await append("c");
      expect(await ids()).toEqual(["a", "c"]);
      expect(await quarantined()).toEqual([whole.slice(start, cut)]);
      expect((await openTraceLedger(options).verify()).problems).toEqual([]);
    }
  });

  it("keeps a whole line that only lacks its newline", async () => {
    await append("a");
    await append("b");
    await writeFile(options.file, (await text()).slice(0, -1));
    await append("c");
    expect(await ids()).toEqual(["a", "b", "c"]);
    expect(await quarantined()).toEqual([]);
    expect(await openTraceLedger(options).verify()).toEqual({ ok: true, records: 3, problems: [] });
  });

  it.each([
    ["garbage", "#### not json"],
    ["NUL bytes", "\0".repeat(300)],
    ["the very first record", '{"id":"x","time'],
  ])("moves %s away", async (_, tail) => {
    await writeFile(options.file, tail);
    await append("a");
    expect(await ids()).toEqual(["a"]);
    expect(await quarantined()).toEqual([tail]);
  });

  it.each([
    ["spread over lines", JSON.stringify({ id: "old", files: ["a.ts"] }, null, 2)],
    ["several on one line", '{"id":"old","files":["a.ts"]}{"id":"older","files":["a.ts"]}'],
    ["a list of them", '[{"id":"old","files":["a.ts"]}]'],
    ["ending on a line that goes on", '{"id":"old",\n"files":["a.ts"]}'],
  ])("leaves the records of another tool, %s, as they are", async (_, tail) => {
    await writeFile(options.file, tail);
    await append("a");
    expect((await text()).startsWith(`${tail}\n{`)).toBe(true);
    expect(await ids()).toEqual(expect.arrayContaining(["old", "a"]));
    expect(await quarantined()).toEqual([]);
  });

  it("can be put in order without appending", async () => {
    await append("a");
    const whole = await text();
    await writeFile(options.file, `${whole}{"id":"torn`);
    expect(await repairLedger(options)).toContain("agent_trace.jsonl");
    expect(await text()).toBe(whole);
    expect(await repairLedger(options)).toBeNull();
  });
});

describe("a ledger with several writers", () => {
  it("chains each writer to its own last line, however far up that is", async () => {
    await append("mine-1");
    for (let at = 0; at < 200; at += 1) await append(`theirs-${at}`, "other-writer");
    const { record } = await append("mine-2");
    const [first] = (await text()).split("\n");
    expect(record.metadata).toMatchObject({ seq: 2, writer: "0123456789ab" });
    expect(first).toContain('"mine-1"');
    expect(await openTraceLedger(options).verify()).toEqual({ ok: true, records: 202, problems: [] });
  });

  it("is not fooled by a writer's name in what a record says", async () => {
    await append("mine-1");
    const session = '"writer":"0123456789ab","seq":99,"prev":null}}';
    await openTraceLedger({ ...options, writer: async () => "other-writer" }).append(aTraceAbout({ id: "x", session }));
    expect((await append("mine-2")).record.metadata.seq).toBe(2);
    expect((await openTraceLedger(options).verify()).ok).toBe(true);
  });

  it("finds its own line wherever the blocks it reads begin", async () => {
    await append("mine-1");
    const line = await text();
    const sign = line.indexOf('"writer":"0123456789ab"');
    for (let inside = 0; inside <= 24; inside += 1) {
      // The first block read from the end then begins in the middle of the sign.
      const filler = sign + inside + 64 * 1024 - line.length - 1;
      await writeFile(options.file, `${line}${"x".repeat(filler)}\n`);
      expect((await append("mine-2")).record.metadata.seq).toBe(2);
    }
  });

  it("passes over own lines that somebody broke", async () => {
    await append("a");
    await append("b");
    const lines = (await text()).split("\n");
    await writeFile(options.file, `${lines[0]}\n${lines[1]?.slice(0, -1)}\n`);
    expect((await append("c")).record.metadata.seq).toBe(2);
    expect((await openTraceLedger(options).verify()).problems.map(({ line }) => line)).toEqual([2]);
  });
});

describe("what is not a plain ledger file", () => {
  const refusal = (reason: string) => ({ problem: { code: "STORE_FAILED", message: expect.stringContaining(reason) } });

  it("refuses a symbolic link, and leaves what it points at alone", async () => {
    const target = join(folder, "target.txt");
    await writeFile(target, "precious\n");
    await symlink(target, options.file);
    await expect(append("a")).rejects.toMatchObject(refusal("symbolic link"));
    await expect(ids()).rejects.toMatchObject(refusal("symbolic link"));
    expect(await openTraceLedger(options).verify()).toMatchObject({
      ok: false,
      problems: [{ line: 0, reason: expect.stringContaining("no plain file") }],
    });
    await expect(openTraceLedger(options).last(5)).rejects.toMatchObject(refusal("symbolic link"));
    expect(await readFile(target, "utf8")).toBe("precious\n");
  });

  it("refuses a link that points nowhere", async () => {
    await symlink(join(folder, "nowhere"), options.file);
    await expect(append("a")).rejects.toMatchObject(refusal("symbolic link"));
    expect(await readdir(folder)).not.toContain("nowhere");
  });

  it("refuses a folder that is a symbolic link", async () => {
    await mkdir(join(folder, "elsewhere"));
    await symlink(join(folder, "elsewhere"), join(folder, "linked"));
    options = { ...options, file: join(folder, "linked", "agent_trace.jsonl") };
    await expect(append("a")).rejects.toMatchObject(refusal("symbolic link"));
    expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
  });

  it("refuses a folder in its place", async () => {
    await mkdir(options.file);
    await expect(append("a")).rejects.toMatchObject(refusal("not a plain file"));
  });

  it.skipIf(process.platform === "win32")("refuses a pipe in its place, without hanging", async () => {
    execFileSync("mkfifo", [options.file]);
    await expect(append("a")).rejects.toMatchObject(refusal("not a plain file"));
  });

  it("says so when its folder is gone, and makes none: a vanished sidecar must be noticed", async () => {
    options = { ...options, file: join(folder, "gone", "agent_trace.jsonl") };
    await expect(append("a")).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
    expect(await readdir(folder)).not.toContain("gone");
  });

  it("takes a hard link for what it is, a plain file", async () => {
    await writeFile(join(folder, "other"), "");
    await link(join(folder, "other"), options.file);
    await append("a");
    expect(await ids()).toEqual(["a"]);
  });
});
