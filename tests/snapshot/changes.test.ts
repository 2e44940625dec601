import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileSnapshots } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { sidecarPaths } from "../../packages/runtime/src/paths.ts";
import { carryOut } from "../../packages/runtime/src/snapshot/undo/undo.ts";
import { planUndo } from "../../packages/runtime/src/snapshot/undo/undo-plan.ts";
import { openBed } from "./bed.ts";

const storeOf = (root: string) => openFileSnapshots(sidecarPaths(root).state);
const stamp = { at: "2026-01-01T00:00:00.000Z", agent: "person", session: "cli" };

describe("what a command changed in its intent's scope", () => {
  it("is traced like an edit, with the lines that changed", async () => {
    const bed = await openBed();
    const { trace } = await bed.call(() => {
      bed.put("src/auth/jwt.ts", "one\n2\nthree\n");
      bed.put("src/auth/new.ts", "fresh\n");
    });
    expect(trace?.files.map(({ relative_path: path, conversations }) => [path, conversations[0]?.ranges[0]])).toEqual([
      ["src/auth/jwt.ts", expect.objectContaining({ start_line: 2, end_line: 2 })],
      ["src/auth/new.ts", expect.objectContaining({ start_line: 1, end_line: 1 })],
    ]);
    expect(await bed.decisions("strayed")).toEqual([]);
  });

  it("is compared with what the work tree held, not with the last commit", async () => {
    const bed = await openBed();
    bed.put("src/auth/jwt.ts", "one\nmine\nthree\n");
    const { trace } = await bed.call(() => bed.put("src/auth/jwt.ts", "one\nmine\nits\n"));
    expect(trace?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 3, end_line: 3 }]);
  });

  it("is one trace with what the command named", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("src/auth/named.ts", "x\n"), "touch src/auth/named.ts");
    expect((await bed.traces()).map(({ files }) => files.map((file) => file.relative_path))).toEqual([
      ["src/auth/named.ts"],
    ]);
  });

  it("is a rename where a file only went somewhere else", async () => {
    const bed = await openBed();
    const { trace } = await bed.call(() =>
      renameSync(join(bed.root, "src/auth/jwt.ts"), join(bed.root, "src/auth/token.ts")),
    );
    expect(trace?.metadata.files).toMatchObject({ "src/auth/token.ts": { op: "rename", from: "src/auth/jwt.ts" } });
  });

  it("is a rename also where a file went with its folder, and kept its time", async () => {
    const bed = await openBed();
    mkdirSync(join(bed.root, "src/auth/old"));
    bed.put("src/auth/old/a.ts", "a\n");
    bed.git("add", "-A");
    bed.git("commit", "-qm", "old");
    await new Promise((done) => setTimeout(done, 120));
    const { trace } = await bed.call(() => renameSync(join(bed.root, "src/auth/old"), join(bed.root, "src/auth/new")));
    expect(trace?.metadata.files).toMatchObject({ "src/auth/new/a.ts": { op: "rename", from: "src/auth/old/a.ts" } });
    expect(await bed.decisions("drifted")).toEqual([]);
  });

  it("is on record but claims no lines when the command failed", async () => {
    const bed = await openBed();
    const end = await bed.begin("make");
    bed.put("src/auth/jwt.ts", "half\n");
    bed.put("README.md", "half\n");
    expect((await end("tool.failed")).trace).toBeNull();
    expect(await bed.decisions("failed")).toMatchObject([{ paths: ["src/auth/jwt.ts"] }]);
    expect(await bed.decisions("strayed")).toMatchObject([{ paths: ["README.md"] }]);
  });

  it("is traced also when the command commits it, and not again when it only commits", async () => {
    const bed = await openBed();
    const { trace } = await bed.call(() => {
      bed.put("src/auth/jwt.ts", "one\n2\nthree\n");
      bed.git("commit", "-qam", "its own");
    });
    expect(trace?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 2, end_line: 2 }]);
    bed.put("src/auth/jwt.ts", "by hand\n");
    expect((await bed.call(() => bed.git("commit", "-qam", "theirs"))).trace).toBeNull();
    expect(await bed.traces()).toHaveLength(1);
  });

  it("is left to the call that recorded it, and to one that still runs", async () => {
    const bed = await openBed();
    const end = await bed.begin("make");
    await bed.call(() => bed.put("src/auth/jwt.ts", "by the other\n"), "touch src/auth/jwt.ts");
    const endLate = await bed.begin("touch src/auth/late.ts");
    bed.put("src/auth/late.ts", "soon\n");
    expect((await end()).trace).toBeNull();
    expect((await endLate()).trace?.files.map((file) => file.relative_path)).toEqual(["src/auth/late.ts"]);
  });

  it("has lock files that follow their manifest", async () => {
    const bed = await openBed();
    await bed.asUser(() => bed.sh("sed -i 's#src/middleware/jwt.ts#package.json#' .orchestration/active_intents.yaml"));
    const { trace } = await bed.call(() => bed.put("package-lock.json", "{}\n"));
    expect(trace?.files.map((file) => file.relative_path)).toEqual(["package-lock.json"]);
  });
});

describe("what a command changed elsewhere", () => {
  it("is recorded, told, and can be put back: changed, created, deleted, renamed, modes and links", async () => {
    const bed = await openBed();
    bed.put("notes.txt", "untracked\n");
    bed.put("README.md", "dirty\n");
    symlinkSync("README.md", join(bed.root, "link"));
    const before = bed.git("status", "--porcelain=v1", "-uall");
    const recorded = await bed.call(() => {
      bed.put("README.md", "ruined\n");
      rmSync(join(bed.root, "notes.txt"));
      mkdirSync(join(bed.root, "made/deep"), { recursive: true });
      bed.put("made/deep/new.txt", "x\n");
      renameSync(join(bed.root, "src/billing/invoice.ts"), join(bed.root, "moved.ts"));
      rmSync(join(bed.root, "link"));
      symlinkSync("/etc/passwd", join(bed.root, "link"));
      chmodSync(join(bed.root, ".gitignore"), 0o755);
    });
    expect(recorded.context).toContain("outside the scope of INT-001");
    expect(recorded.messages?.[0]).toMatch(/writ undo U-[0-9A-Z]{6}/);
    const [stray] = await bed.decisions("strayed");
    expect(stray?.paths?.sort()).toEqual(
      [
        ".gitignore",
        "README.md",
        "link",
        "made/deep/new.txt",
        "moved.ts",
        "notes.txt",
        "src/billing/invoice.ts",
      ].sort(),
    );
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    expect(stray?.reason?.startsWith(record.id)).toBe(true);

    const steps = planUndo(bed.root, record, store);
    expect(steps.map(({ state }) => state)).toEqual(steps.map(() => "ready"));
    const done = await carryOut(bed.root, record, steps, store, stamp);
    expect(done.left).toEqual([]);
    expect(bed.git("status", "--porcelain=v1", "-uall")).toBe(before);
    expect([bed.read("README.md"), bed.read("notes.txt")]).toEqual(["dirty\n", "untracked\n"]);
    expect(existsSync(join(bed.root, "made"))).toBe(false);
    expect(statSync(join(bed.root, ".gitignore")).mode & 0o111).toBe(0);

    // And the undo can be undone.
    if (done.record === null) throw new Error("the undo left no record");
    expect(done.record.files).toHaveLength(record.files.length);
    const again = planUndo(bed.root, done.record, store);
    expect((await carryOut(bed.root, done.record, again, store, stamp)).left).toEqual([]);
    expect([bed.read("README.md"), bed.read("moved.ts"), bed.read("made/deep/new.txt")]).toEqual([
      "ruined\n",
      "total\n",
      "x\n",
    ]);
  });

  it("is not put back over what somebody wrote since, nor through a link", async () => {
    const bed = await openBed();
    await bed.call(() => {
      bed.put("README.md", "ruined\n");
      bed.put("src/billing/invoice.ts", "ruined\n");
    });
    bed.put("README.md", "mended by hand\n");
    const outside = join(bed.root, "..", `${bed.root.split("/").at(-1)}-outside`);
    mkdirSync(outside);
    writeFileSync(join(outside, "invoice.ts"), "ruined\n");
    rmSync(join(bed.root, "src/billing"), { recursive: true });
    symlinkSync(outside, join(bed.root, "src/billing"));
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    const steps = planUndo(bed.root, record, store);
    expect(steps.map(({ file, state }) => [file.path, state])).toEqual([
      ["README.md", "changed"],
      ["src/billing/invoice.ts", "lost"],
    ]);
    const { left } = await carryOut(bed.root, record, steps, store, stamp);
    expect(left).toEqual([{ path: "src/billing/invoice.ts", reason: "src/billing is not a folder any more" }]);
    expect(bed.sh(`cat ${outside}/invoice.ts && rm -r ${outside}`)).toBe("ruined\n");
    expect(bed.read("README.md")).toBe("hello\n");
  });

  it("is told once when every run does the same, and undone to the time before the first", async () => {
    const bed = await openBed();
    const runs = [1, 2, 3].map((n) => () => bed.put("report.txt", `run ${n}\n`));
    const told = [];
    for (const run of runs) told.push((await bed.call(run)).messages?.length ?? 0);
    expect(told).toEqual([1, 0, 0]);
    expect(await bed.decisions("strayed")).toHaveLength(3);
    const store = storeOf(bed.root);
    const [record, ...others] = await store.listUndos();
    expect(others).toEqual([]);
    if (record === undefined) throw new Error("there is no undo");
    await carryOut(bed.root, record, planUndo(bed.root, record, store), store, stamp);
    expect(existsSync(join(bed.root, "report.txt"))).toBe(false);
  });

  it("says what cannot be put back", async () => {
    const bed = await openBed();
    bed.put("large.bin", "x".repeat(1024 * 1024 + 1));
    await bed.call(() => bed.put("large.bin", "y"));
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    expect(record === undefined ? null : planUndo(bed.root, record, store)).toMatchObject([
      { state: "lost", reason: "it was larger than 1 MB" },
    ]);
  });

  it.each([
    ["as it is", ""],
    ["through git's filters", "*.bin text eol=crlf\n"],
  ])("is put back from git however large it was, %s", async (_, attributes) => {
    const bed = await openBed();
    const large = "0123456789\r\n".repeat(200_000);
    if (attributes !== "") bed.put(".gitattributes", attributes);
    bed.put("large.bin", large);
    bed.git("add", "-A");
    bed.git("commit", "-qm", "large");
    await bed.call(() => rmSync(join(bed.root, "large.bin")));
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    expect(store.hasObject(record.files[0]?.before?.hash ?? "")).toBe(false);
    const done = await carryOut(bed.root, record, planUndo(bed.root, record, store), store, stamp);
    expect(done.left).toEqual([]);
    expect(bed.read("large.bin") === large).toBe(true);
  });

  it("that was large can be taken away and come back", async () => {
    const bed = await openBed();
    const large = "x".repeat(20 * 1024 * 1024);
    await bed.call(() => bed.put("large.bin", large));
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    const done = await carryOut(bed.root, record, planUndo(bed.root, record, store), store, stamp);
    expect(existsSync(join(bed.root, "large.bin"))).toBe(false);
    if (done.record === null) throw new Error("the undo left no record");
    await carryOut(bed.root, done.record, planUndo(bed.root, done.record, store), store, stamp);
    expect(bed.read("large.bin") === large).toBe(true);
    expect((await store.listUndos()).find(({ id }) => id === record.id)?.settled?.how).toBe("kept");
  });

  it("is nobody's business where git ignores it, but an ignored .env is", async () => {
    const bed = await openBed();
    bed.put(".env", "A=1\n");
    await bed.call(() => {
      mkdirSync(join(bed.root, "dist"));
      bed.put("dist/out.js", "x");
      bed.put(".env", "A=2\n");
    });
    expect(await bed.decisions("strayed")).toMatchObject([{ paths: [".env"] }]);
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    await carryOut(bed.root, record, planUndo(bed.root, record, store), store, stamp);
    expect(bed.read(".env")).toBe("A=1\n");
  });

  it("came with another commit when nobody wrote one meanwhile: on record, but told to nobody", async () => {
    const bed = await openBed();
    bed.git("checkout", "-qb", "side");
    bed.put("README.md", "side\n");
    bed.sh("GIT_AUTHOR_DATE=2020-01-01T00:00:00Z git -c user.name=a -c user.email=a@b commit -qam side");
    const { context } = await bed.call(() => bed.git("checkout", "-q", "main"));
    expect(context).toBeUndefined();
    expect(await bed.decisions("drifted")).toMatchObject([{ paths: ["README.md"], reason: "head-moved" }]);
    expect(await bed.decisions("strayed")).toEqual([]);
  });
});

describe("names nobody expects", () => {
  it("survive: newlines, blanks, quotes, bytes that are no text, __proto__", async () => {
    const bed = await openBed();
    const odd = Buffer.concat([Buffer.from(join(bed.root, "odd-")), Buffer.from([0xff, 0xfe])]);
    await bed.call(() => {
      for (const name of ["new\nline", "a b", '"q"', "__proto__", "constructor", "é"]) bed.put(name, `${name}\n`);
      writeFileSync(odd, "odd\n");
    });
    expect((await bed.decisions("strayed"))[0]?.paths).toEqual(
      ['"q"', "__proto__", "a b", "constructor", "new\nline", "odd-\udcff\udcfe", "é"].sort(),
    );
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    const { left } = await carryOut(bed.root, record, planUndo(bed.root, record, store), store, stamp);
    expect(left).toEqual([]);
    expect(existsSync(odd)).toBe(false);
    expect(bed.git("status", "--porcelain", "-uall")).toBe("");
  });
});
