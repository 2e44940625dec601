import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "@writ/runtime";
import { tempSidecar } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { dropFile, putFile, readFound } from "./disk.ts";

const hashOf = (text: string) => sha256(Buffer.from(text));
const bytes = Buffer.from("new");

describe("a judged file", () => {
  it("is written, with its folders", async () => {
    const file = join(tempSidecar(), "a", "b", "c.ts");
    await putFile(file, bytes, { path: "c.ts", hash: null });
    expect(readFound(file, "c.ts")?.hash).toBe(hashOf("new"));
  });

  it.each([
    ["changed", "other", hashOf("old")],
    ["made", "other", null],
  ])("that was %s meanwhile stays as it is", async (_, there, hash) => {
    const root = tempSidecar();
    const file = join(root, "c.ts");
    writeFileSync(file, there);
    const stale = { problem: { code: "STALE_FILE", meta: { path: "c.ts", current_hash: hashOf(there) } } };
    await expect(putFile(file, bytes, { path: "c.ts", hash })).rejects.toMatchObject(stale);
    await expect(dropFile(file, { path: "c.ts", hash })).rejects.toMatchObject(stale);
    expect(readFileSync(file, "utf8")).toBe(there);
    expect(readdirSync(root)).toEqual([".orchestration", "c.ts"]);
  });

  it("that is gone meanwhile is not made again", async () => {
    const file = join(tempSidecar(), "c.ts");
    await expect(putFile(file, bytes, { path: "c.ts", hash: hashOf("old") })).rejects.toMatchObject({
      problem: { code: "STALE_FILE", meta: { current_hash: null } },
    });
  });

  it("in whose place a link lies now is left alone, and so is what it leads to", async () => {
    const root = tempSidecar();
    const target = join(root, "target");
    writeFileSync(target, "old");
    symlinkSync(target, join(root, "c.ts"));
    const expected = { path: "c.ts", hash: hashOf("old") };
    const refused = { problem: { code: "STALE_FILE", meta: { path: "c.ts" } } };
    await expect(putFile(join(root, "c.ts"), bytes, expected)).rejects.toMatchObject(refused);
    await expect(dropFile(join(root, "c.ts"), expected)).rejects.toMatchObject(refused);
    expect(readFileSync(target, "utf8")).toBe("old");
  });

  it("in a folder that is a link now is not written elsewhere", async () => {
    const root = tempSidecar();
    const elsewhere = tempSidecar();
    mkdirSync(join(root, "a"));
    renameSync(join(root, "a"), join(root, "was"));
    symlinkSync(elsewhere, join(root, "a"));
    await expect(putFile(join(root, "a", "b", "c.ts"), bytes, { path: "a/b/c.ts", hash: null })).rejects.toMatchObject({
      problem: { code: "STALE_FILE" },
    });
    expect(readdirSync(elsewhere)).toEqual([".orchestration"]);
  });

  it("that shares its content gets its own: the other name keeps the old", async () => {
    const root = tempSidecar();
    writeFileSync(join(root, "one"), "old");
    linkSync(join(root, "one"), join(root, "two"));
    await putFile(join(root, "one"), bytes, { path: "one", hash: hashOf("old") });
    expect(readFileSync(join(root, "two"), "utf8")).toBe("old");
  });
});
