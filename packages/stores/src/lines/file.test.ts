import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownLines, LinesStore, Piece } from "@writ/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMemoryLines } from "../memory/lines.ts";
import { openFileLines } from "./file.ts";

function newState(): string {
  const state = mkdtempSync(join(tmpdir(), "writ-lines-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

const known: KnownLines = {
  version: "sha256:1",
  shapes: [
    { print: "abcdefgh", size: 12, sum: 123_456 },
    { print: "", size: 0, sum: 0 },
  ],
};
const piece = (version: string, lines = 1): Piece => ({
  op: "cut",
  session: "s-1",
  at: "2026-11-15T16:25:23.000Z",
  path: "a.ts",
  version,
  runs: [{ stood: 3, shapes: Array.from({ length: lines }, () => ({ print: "abcdefgh", size: 12, sum: 7 })) }],
});

describe.each<[string, () => LinesStore]>([
  ["file", () => openFileLines(newState())],
  ["memory", openMemoryLines],
])("lines: %s", (_, open) => {
  it("are given back as they were written, by path", async () => {
    const store = open();
    await store.write("src/a.ts", known);
    await store.write("src/empty.ts", { version: "sha256:2", shapes: [] });
    expect(store.read("src/a.ts")).toEqual(known);
    expect(store.read("src/empty.ts")).toEqual({ version: "sha256:2", shapes: [] });
    expect(store.read("src/b.ts")).toBeNull();
    await store.write("src/a.ts", null);
    expect(store.read("src/a.ts")).toBeNull();
  });

  it("keep the newest pieces, and none that was used", async () => {
    const store = open();
    await store.addPieces([piece("v1"), piece("v2")], []);
    await store.addPieces([piece("v3")], [piece("v2")]);
    expect(store.readPieces()).toEqual([piece("v3"), piece("v1")]);
    for (let nth = 0; nth < 40; nth += 1) await store.addPieces([piece(`n${nth}`)], []);
    expect(store.readPieces().length).toBeLessThan(20);
    expect(store.readPieces()[0]).toEqual(piece("n39"));
    await store.addPieces([piece("long", 3_999)], []);
    expect(store.readPieces().map(({ version }) => version)).toEqual(["long", "n39"]);
  });
});

it.each(["", "nonsense", "[]", '{"v":1}', '{"v":1,"path":"src/a.ts","version":1,"lines":""}', "[1]", '[{"op":"cut"}]'])(
  "what cannot be used counts as not known: %j",
  async (text) => {
    const state = newState();
    const store = openFileLines(state);
    await store.write("src/a.ts", known);
    await store.addPieces([piece("v1")], []);
    mkdirSync(join(state, "lines"), { recursive: true });
    for (const name of readdirSync(join(state, "lines"))) writeFileSync(join(state, "lines", name), text);
    expect(store.read("src/a.ts")).toBeNull();
    expect(store.readPieces()).toEqual([]);
    await store.write("src/a.ts", known);
    expect(store.read("src/a.ts")).toEqual(known);
  },
);
