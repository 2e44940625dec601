import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerIndex, TraceRecord } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { openMemoryIndex } from "@writ/stores";
import { aTraceAbout } from "@writ/testkit";
import { expect, it, onTestFinished, vi } from "vitest";
import { gitIn } from "./git.ts";
import { openSpilledIndex } from "./spilled-index.ts";

const files = ["src/a.ts", "src/b.ts", "src/c.ts"];

/** Records as they are published: each with the lines it made, in its place in a chain. */
const records: TraceRecord[] = Array.from({ length: 40 }, (_, at) => {
  const record = aTraceAbout({ id: `t-${at}`, file: files[at % files.length] ?? "", intent: `INT-${at % 4}` });
  return {
    ...record,
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
    metadata: { ...record.metadata, v: 1, writer: "a1a1a1a1a1a1", seq: at + 1, prev: null },
  };
});

const toLines = (some: readonly unknown[]): string => some.map((record) => `${JSON.stringify(record)}\n`).join("");

async function everythingIn(index: LedgerIndex): Promise<unknown> {
  const ids = async (query: Parameters<LedgerIndex["traces"]>[0]) => (await index.traces(query)).map(({ id }) => id);
  return {
    all: await ids({}),
    ofFiles: await Promise.all(files.map((file) => ids({ files: [file] }))),
    ofTwo: await ids({ files: files.slice(1) }),
    ofIntent: await ids({ intent: "INT-2" }),
    files: await index.files(),
    trace: await index.trace("t-7"),
    none: await index.trace("t-99"),
    contested: await index.contested(),
    decisions: await index.decisions({}),
  };
}

function newGit() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-spill-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const run = (args: string[], input?: string) => execFileSync("git", args, { cwd: root, input }).toString().trim();
  run(["init", "--quiet"]);
  return { root, keep: (text: string) => run(["hash-object", "-w", "--stdin"], text) };
}

it("says what the one in memory says, and leaves nothing behind", async () => {
  const { root, keep } = newGit();
  vi.stubEnv("TMPDIR", root);
  onTestFinished(() => void vi.unstubAllEnvs());
  // One file was cut off before its last line's end, and one is there twice.
  const texts = [
    toLines(records.slice(0, 10)).trimEnd(),
    toLines(records.slice(10, 30)),
    toLines(records.slice(5, 15)),
  ];
  const further = { traces: records.slice(30), decisions: [] };
  const before = readdirSync(root);
  const spilled = await openSpilledIndex(gitIn(root), { objects: texts.map(keep), further, live: null }, undefined);
  expect(spilled, "there is a database here").not.toBeNull();
  expect(readdirSync(root)).not.toEqual(before);
  const inMemory = openMemoryIndex({ traces: records, decisions: [], addedIn });
  expect(spilled && (await everythingIn(spilled))).toEqual(await everythingIn(inMemory));
  spilled?.close();
  await vi.waitFor(() => expect(readdirSync(root)).toEqual(before));
});

it("leaves nothing behind where git does not have the files", async () => {
  const { root } = newGit();
  vi.stubEnv("TMPDIR", root);
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = readdirSync(root);
  rmSync(join(root, ".git"), { recursive: true });
  const nothing = { traces: [], decisions: [] };
  const opening = openSpilledIndex(gitIn(root), { objects: ["0".repeat(40)], further: nothing, live: null }, undefined);
  await expect(opening).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
  expect(readdirSync(root)).toEqual(before.filter((name) => name !== ".git"));
});
