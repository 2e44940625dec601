import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { readText } from "./read-text.ts";
import { openSurveyor } from "./survey.ts";
import { walk } from "./walk.ts";

const past = new Date("2026-01-01T00:00:00Z");

function repository(files: Record<string, string>) {
  const made = scratch(files, null);
  onTestFinished(made.remove);
  return made;
}

/** A surveyor of text files that counts what it reads. */
function counting() {
  const read: string[] = [];
  const survey = openSurveyor<{ text: string; findings: readonly string[] }>({
    cache: "test.json",
    wanted: (path) => path.endsWith("x.txt"),
    loadParser: async () => (text, path) => {
      read.push(path);
      return { text, findings: [] };
    },
    unread: (findings) => ({ text: "", findings: findings.map(({ message }) => message) }),
    noted: (value, findings) => ({ ...value, findings: findings.map(({ message }) => message) }),
    isValue: (value): value is { text: string; findings: string[] } =>
      typeof value === "object" && value !== null && "text" in value && "findings" in value,
  });
  const all = async (root: string) => {
    const found = await survey(root);
    const texts: Record<string, string> = {};
    for (const file of found.files) texts[file] = (await found.read(file)).text;
    await found.keep();
    return { texts, revision: found.revision };
  };
  return { read, all };
}

const settle = () => new Promise((done) => setTimeout(done, 150));

describe("what is looked at", () => {
  it("leaves out what is ignored, hidden, foreign or too deep", () => {
    const { root } = repository({
      ".gitignore": "/out\ntmp/\n",
      "x.txt": "",
      "a/x.txt": "",
      "a/.gitignore": "gen\n",
      "a/gen/x.txt": "",
      "out/x.txt": "",
      "b/tmp/x.txt": "",
      "b/out/x.txt": "",
      "node_modules/p/x.txt": "",
      ".hidden/x.txt": "",
      ".claude/skills/s/x.txt": "",
      ".system/cache/x.txt": "",
      ".system/registry/high-level/x.txt": "",
      "1/2/3/4/5/6/x.txt": "",
      "1/2/3/4/5/6/7/x.txt": "",
    });
    expect(walk(root, (path) => path.endsWith("x.txt"), new Map()).files).toEqual([
      ".claude/skills/s/x.txt",
      ".system/registry/high-level/x.txt",
      "1/2/3/4/5/6/x.txt",
      "a/x.txt",
      "b/out/x.txt",
      "x.txt",
    ]);
  });

  it("follows agents' links inside the repository once, and tells of those that lead out", () => {
    const { root } = repository({ ".agents/skills/s/x.txt": "", "lib/x.txt": "" });
    mkdirSync(join(root, ".claude"));
    symlinkSync("../.agents/skills", join(root, ".claude/skills"));
    symlinkSync("../../.agents", join(root, ".agents/skills/loop"));
    symlinkSync("/etc", join(root, ".claude/agents"));
    symlinkSync("lib", join(root, "linked"));
    const { files, findings } = walk(root, (path) => path.endsWith("x.txt"), new Map());
    expect(files).toContain(".claude/skills/s/x.txt");
    expect(files).not.toContain("linked/x.txt");
    expect(files.length).toBeLessThan(8);
    expect(findings).toMatchObject([{ file: ".claude/agents", severity: "warning" }]);
  });

  it("ends with a word about it where there is too much", () => {
    const { root } = repository({});
    for (let at = 0; at < 5010; at += 1) mkdirSync(join(root, `d${at}`));
    const { listings, findings } = walk(root, () => true, new Map());
    expect(listings.size).toBe(5000);
    expect(findings).toMatchObject([{ severity: "warning" }]);
  });
});

describe("reading again", () => {
  it("reads only what changed, in this process and in the next", async () => {
    const { root, write } = repository({ "x.txt": "1", "a/x.txt": "2", ".system/hooks/.keep": "" });
    await settle();
    const first = counting();
    await first.all(root);
    await settle();
    const before = await first.all(root);
    expect(first.read).toEqual(["a/x.txt", "x.txt"]);
    expect(before.texts).toEqual({ "a/x.txt": "2", "x.txt": "1" });
    const next = counting();
    expect((await next.all(root)).texts).toEqual(before.texts);
    expect(next.read).toEqual([]);
    expect(readFileSync(join(root, ".system/cache/.gitignore"), "utf8")).toBe("*\n");

    write("unrelated.md", "");
    expect((await first.all(root)).revision).toBe(before.revision);
    write("a/x.txt", "3");
    write("b/x.txt", "4");
    rmSync(join(root, "x.txt"));
    const after = await first.all(root);
    expect(after.texts).toEqual({ "a/x.txt": "3", "b/x.txt": "4" });
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  it("notices a change that keeps size and time", async () => {
    const { root, write } = repository({ "x.txt": "1" });
    const { all } = counting();
    utimesSync(join(root, "x.txt"), past, past);
    await all(root);
    write("x.txt", "2");
    utimesSync(join(root, "x.txt"), past, past);
    expect((await all(root)).texts).toEqual({ "x.txt": "2" });
  });

  it("notices a change of what is ignored", async () => {
    const { root, write } = repository({ "a/x.txt": "1", ".gitignore": "zz\n" });
    await settle();
    const { all } = counting();
    await all(root);
    write(".gitignore", "a/\n");
    expect((await all(root)).texts).toEqual({});
  });

  it.each([
    ["no JSON", "{"],
    ["another version", '{"version":99,"listings":[],"files":[]}'],
    ["odd values", '{"version":1,"listings":[["",{"stamp":1}]],"files":[["x.txt",{"stamp":"","value":7}],["y"]]}'],
  ])("does not trip over a cache with %s", async (_, content) => {
    const { root } = repository({ "x.txt": "1", ".system/cache/test.json": content });
    expect((await counting().all(root)).texts).toEqual({ "x.txt": "1" });
  });

  it("writes no cache without .system, nor through a link", async () => {
    const { root, git } = repository({ "x.txt": "1" });
    await counting().all(root);
    expect(git("status", "--porcelain")).toBe("?? x.txt\n");
    mkdirSync(join(root, ".system"));
    const elsewhere = repository({});
    symlinkSync(elsewhere.root, join(root, ".system/cache"));
    await counting().all(root);
    expect(elsewhere.git("status", "--porcelain")).toBe("");
    rmSync(join(root, ".system/cache"));
    mkdirSync(join(root, ".system/cache"));
    symlinkSync("../../x.txt", join(root, ".system/cache/test.json"));
    await counting().all(root);
    expect(readFileSync(join(root, "x.txt"), "utf8")).toBe("1");
  });
});

describe("texts", () => {
  it.each<[string, Uint8Array, string | null, string[]]>([
    ["a mark and Windows line ends", Buffer.from("\uFEFFa\r\nb\rc"), "a\nb\nc", []],
    ["Latin-1", Buffer.from([0x67, 0x72, 0xf6, 0xdf, 0x65]), "größe", ["warning"]],
    ["UTF-16", Buffer.from("\uFEFFhi", "utf16le"), "hi", []],
    ["NUL", Buffer.from("a\0b"), null, ["error"]],
    ["more than 1 MB", Buffer.alloc(1024 * 1024 + 1, 97), null, ["error"]],
  ])("with %s", async (_, bytes, text, severities) => {
    const { root } = repository({});
    writeFileSync(join(root, "f"), bytes);
    const read = await readText(root, "f");
    expect([read.text, read.findings.map(({ severity }) => severity)]).toEqual([text, severities]);
  });

  it("are plain files inside the repository", async () => {
    const { root } = repository({ "d/x": "" });
    symlinkSync("/etc/hostname", join(root, "out"));
    symlinkSync("loop", join(root, "loop"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    for (const path of ["d", "out", "loop", "pipe", "missing"]) {
      expect(await readText(root, path)).toMatchObject({ text: null, findings: [{ severity: "error" }] });
    }
  });
});
