import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, json } from "./cli-bed.ts";
import { type Conversation, governed, startAgent, tracesIn } from "./harness.ts";

const hash = (content: string | Uint8Array) => `sha256:${createHash("sha256").update(content).digest("hex")}`;

const everything = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["**"]}
`;

async function working(files: Record<string, string> = {}): Promise<{ bed: Bed; claude: Conversation }> {
  const bed = await governed(files, { intents: everything });
  const claude = startAgent(bed).session("s-1");
  await claude.select("INT-001");
  return { bed, claude };
}

const rangesOf = (root: string, at = -1) => tracesIn(root).at(at)?.files[0]?.conversations[0]?.ranges;
const metaOf = (root: string, path: string) => tracesIn(root).at(-1)?.metadata.files[path];

describe("line claims", () => {
  it.each([
    ["CRLF", "a\r\nb\r\nc\r\n", "b\r\n", "B\r\nB2\r\n", [[2, 3, "B\r\nB2\r\n"]]],
    ["no final newline", "a\nb\nc", "c", "C", [[3, 3, "C"]]],
    ["a final newline taken away", "a\nb\n", "b\n", "b", [[2, 2, "b"]]],
    ["a byte order mark", "\ufeffa\nb\n", "b", "B", [[2, 2, "B\n"]]],
    ["one line of many", `${"x\n".repeat(500)}y\n${"x\n".repeat(500)}`, "y\n", "Y\n", [[501, 501, "Y\n"]]],
    ["lines taken out only", "a\nb\nc\n", "b\n", "", []],
    ["old Mac line ends", "a\rb\rc", "b", "B", [[1, 1, "a\rB\rc"]]],
  ] as const)("%s", async (_, before, old, now, ranges) => {
    const { bed, claude } = await working({ "src/a.txt": before });
    expect((await claude.edit("src/a.txt", old, now)).says).toBe("pass");
    const after = readFileSync(join(bed.root, "src/a.txt"));
    expect(after.toString()).toBe(before.replace(old, now));
    expect(rangesOf(bed.root)).toEqual(
      ranges.map(([start_line, end_line, text]) => ({ start_line, end_line, content_hash: hash(text) })),
    );
    expect(metaOf(bed.root, "src/a.txt")).toMatchObject({ before: hash(before), after: hash(after) });
  });

  it("a new empty file is on record without any", async () => {
    const { bed, claude } = await working();
    await claude.write("src/empty.txt", "");
    expect(rangesOf(bed.root)).toEqual([]);
    expect(metaOf(bed.root, "src/empty.txt")).toMatchObject({ op: "create", before: null, after: hash("") });
  });

  it("a binary file is on record without any", async () => {
    const { bed, claude } = await working();
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff, 0xfe, 10, 13]);
    writeFileSync(join(bed.root, "logo.png"), bytes);
    const copy = () => copyFileSync(join(bed.root, "logo.png"), join(bed.root, "copy.png"));
    expect((await claude.bash("cp logo.png copy.png", copy)).says).toBe("pass");
    expect(rangesOf(bed.root)).toEqual([]);
    expect(metaOf(bed.root, "copy.png")).toMatchObject({ op: "create", after: hash(bytes), binary: true });
  });

  it("a deleted file is on record without any", async () => {
    const { bed, claude } = await working({ "src/a.txt": "a\nb\n" });
    const patch = "*** Begin Patch\n*** Delete File: src/a.txt\n*** End Patch\n";
    const heard = await claude.before("apply_patch", { patch }, { id: "t" });
    // Deleting wants a person; that it is named is what counts here.
    expect(heard.error).toMatchObject({ code: "APPROVAL_REQUIRED", meta: { paths: ["src/a.txt"] } });
    expect(tracesIn(bed.root)).toEqual([]);
  });
});

describe("a file of 50 MB", () => {
  const size = 50 * 1024 * 1024;
  const text = () => Buffer.alloc(size, "fifty megabytes of lines that are all the same\n");
  const binary = () => Buffer.alloc(size, Uint8Array.of(0, 1, 2, 3, 255));

  it.each([
    ["text", text, { coarse: true }],
    ["binary", binary, { binary: true }],
  ])("of %s is decided in time and recorded without lines it does not know", async (_, content, meta) => {
    const { bed, claude } = await working();
    const path = join(bed.root, "big.dat");
    const bytes = content();
    writeFileSync(path, bytes);
    expect((await claude.read("big.dat")).says).toBe("pass");
    const input = { file_path: path, old_string: "fifty", new_string: "FIFTY", replace_all: false };
    const heard = await claude.call("Edit", input, () => void writeSync(openSync(path, "r+"), "FIFTY"));
    expect(heard).toMatchObject({ says: "pass", code: 0 });
    const before = hash(bytes);
    expect(metaOf(bed.root, "big.dat")).toMatchObject({
      op: "modify",
      before,
      after: hash(readFileSync(path)),
      ...meta,
    });
    expect(JSON.stringify(tracesIn(bed.root)).length).toBeLessThan(4_000);
    // What the session wrote it knows: the next change is not stale.
    expect((await claude.before("Edit", input)).says).toBe("pass");
    writeSync(openSync(path, "r+"), "fIFTY");
    expect((await claude.before("Edit", input)).says).toBe("STALE_FILE");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("that the agent sends in one payload is refused or recorded, never waved through", async () => {
    const { bed, claude } = await working();
    const content = "x".repeat(20 * 1024 * 1024);
    expect((await claude.write("src/long.txt", content)).says).toBe("pass");
    expect(metaOf(bed.root, "src/long.txt")).toMatchObject({ op: "create", after: hash(content) });
    expect((await claude.write("src/longer.txt", content + content)).says).toBe("PAYLOAD_INVALID");
  });
});

describe("names that bite", () => {
  it.each([
    "__proto__",
    "constructor",
    "src/toString",
    "src/a b.txt",
    'src/it\'s "quoted".txt',
    "src/günther-ß-日本語-🎉.txt",
    "src/u\u0308.txt",
    "src/[a]{b}*?.txt",
    `src/${"n".repeat(255)}`,
  ])("%j is written, traced, and written again", async (path) => {
    const { bed, claude } = await working();
    expect((await claude.write(path, "1\n")).says).toBe("pass");
    expect((await claude.write(path, "1\n2\n")).says).toBe("pass");
    expect(tracesIn(bed.root).map(({ files }) => files.map((file) => file.relative_path))).toEqual([[path], [path]]);
    expect(Object.keys(tracesIn(bed.root)[1]?.metadata.files ?? {})).toEqual([path]);
    expect(rangesOf(bed.root)).toEqual([{ start_line: 2, end_line: 2, content_hash: hash("2\n") }]);
    expect(metaOf(bed.root, path)).toMatchObject({ op: "modify", before: hash("1\n"), after: hash("1\n2\n") });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});

describe("names without a safe reading", () => {
  it.each([
    ["src/new\nline.txt", "line breaks"],
    ["src/$(touch x).txt", "shell substitution"],
    ["src/`touch x`.txt", "shell substitution"],
    ["src/-rf", "dash"],
    ["src/\u202etxt.exe", "reading direction"],
    [`src/${"n".repeat(256)}`, "255"],
  ])("%j is refused, and why", async (path, why) => {
    const { bed, claude } = await working();
    const { error } = await claude.before("Write", { file_path: join(bed.root, path), content: "x" });
    expect(error).toMatchObject({ code: "PAYLOAD_INVALID", message: expect.stringContaining(why) });
  });
});

describe("things that are no files", () => {
  it("a pipe is refused or asked about, and nobody waits for it", async ({ skip }) => {
    const { bed, claude } = await working();
    if (spawnSync("mkfifo", [join(bed.root, "pipe")]).status !== 0) skip("no pipes can be made here");
    expect((await claude.before("Write", { file_path: join(bed.root, "pipe"), content: "x" })).says).not.toBe("pass");
    const input = { file_path: join(bed.root, "pipe") };
    expect((await claude.before("Read", input, { id: "r" })).says).toBe("pass");
    expect((await claude.after("Read", input, { id: "r" })).code).toBe(0);
  });

  it("a folder leaves no trace of a file", async () => {
    const { bed, claude } = await working();
    mkdirSync(join(bed.root, "src/dir"), { recursive: true });
    const input = { file_path: join(bed.root, "src/dir"), content: "x" };
    await claude.before("Write", input, { id: "t" });
    await claude.failed("Write", input, { id: "t" });
    expect(tracesIn(bed.root)).toEqual([]);
    expect((await claude.write("src/dir/a.txt", "a\n")).says).toBe("pass");
  });

  it("a link that leads out of the scope is what it leads to", async () => {
    const bed = await governed({ "src/billing/tax.ts": "tax\n", "src/auth/a.ts": "a\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    symlinkSync("../billing/tax.ts", join(bed.root, "src/auth/link.ts"));
    symlinkSync("/etc", join(bed.root, "src/auth/etc"));
    symlinkSync("../../.orchestration", join(bed.root, "src/auth/sidecar"));
    expect((await claude.write("src/auth/link.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
    expect((await claude.write("src/auth/etc/passwd", "x\n")).says).toBe("PATH_OUTSIDE_WORKSPACE");
    expect((await claude.write("src/auth/sidecar/config.yaml", "mode: observe\n")).says).toBe("PROTECTED_PATH");
    expect(await bed.read("src/billing/tax.ts")).toBe("tax\n");
  });
});
