import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@writ/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { gitIn, newPlace, openCopy } from "../../bench/blame/world.ts";
import { type Bed, cloneBed, openBed, putBytes } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const added = ["const gamma = third(3);", "const delta = fourth(4);"];

/** The code and the words of the problem a question meets. */
async function problemOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProblemError)) throw new Error("there was no problem", { cause: error });
  return `${error.problem.code}: ${error.problem.message}`;
}

async function madeBed(): Promise<{ bed: Bed; made: string }> {
  const bed = await openBed();
  bed.put("src/a.ts", one);
  await bed.commit();
  const made = await bed.write("src/a.ts", [...one, ...added]);
  await bed.commit();
  return { bed, made };
}

/** The same, with another repository in it that has one file. */
async function bedWithSubmodule(): Promise<Bed> {
  const { bed } = await madeBed();
  const { folder, remove } = newPlace();
  onTestFinished(remove);
  gitIn(folder, "init", "-q");
  putBytes(folder, "x.ts", "const inner = 123456;\n");
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-qm", "first");
  bed.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", folder, "src/sub");
  await bed.commit();
  return bed;
}

const expected = ["human", "human", "made", "made"];

describe("lines are told", () => {
  it("without git", async () => {
    const bed = await openBed({ git: false });
    bed.put("src/a.ts", one);
    const made = await bed.write("src/a.ts", [...one, ...added]);
    bed.put("src/a.ts", ["// by a person", ...bed.read("src/a.ts")]);
    expect(await bed.who("src/a.ts", { made })).toEqual(["human", ...expected]);
    expect(await problemOf(bed.lines("src/a.ts", "HEAD"))).toBe(
      "NOT_FOUND: There is no git here, so there is no commit HEAD.",
    );
  });

  it("without git, of a copy: it is whoever's who pasted it, wherever the first one went", async () => {
    const bed = await openBed({ git: false });
    const made = await bed.write("src/a.ts", [...one, ...added]);
    bed.put("src/b.ts", bed.read("src/a.ts"));
    bed.put("src/a.ts", null);
    expect(await bed.who("src/b.ts", { made })).toEqual(Array(4).fill("made"));
    bed.put("src/c.ts", added);
    expect(await bed.who("src/c.ts", { made })).toEqual(["human", "human"]);
    expect(await bed.who("src/b.ts", { made })).toEqual(Array(4).fill("made"));
  });

  it("in a shallow clone", async () => {
    const { bed, made } = await madeBed();
    const clone = await cloneBed(bed, "--depth", "1");
    expect(await clone.who("src/a.ts", { made })).toEqual(expected);
    expect(await problemOf(clone.lines("src/a.ts", "HEAD~1"))).toBe("NOT_FOUND: Git knows no commit HEAD~1 here.");
  });

  it("in a linked work tree, from what is published", async () => {
    const { bed, made } = await madeBed();
    bed.git("worktree", "add", "-q", "../tree", "-b", "tree");
    const tree = await openCopy(join(bed.folder, "tree"));
    const told = await tree.writ.blame("src/a.ts");
    expect(told.map(({ trace }) => (trace === made ? "made" : "human"))).toEqual(expected);
    await tree.close();
  });

  it("in a sparse checkout", async () => {
    const { bed, made } = await madeBed();
    bed.put("docs/b.md", ["text of a document"]);
    await bed.commit();
    bed.git("sparse-checkout", "set", "--no-cone", "/src/", "/.orchestration/");
    expect(await bed.who("src/a.ts", { made })).toEqual(expected);
    expect(await problemOf(bed.lines("docs/b.md"))).toMatch(/^NOT_FOUND: There is no file docs\/b.md/);
    expect(await bed.who("docs/b.md", {}, "HEAD")).toEqual(["human"]);
  });

  it("of a file in a submodule", async () => {
    const bed = await bedWithSubmodule();
    const made = await bed.write("src/sub/x.ts", ["const inner = 123456;", ...added]);
    expect(await bed.who("src/sub/x.ts", { made })).toEqual(["human", "made", "made"]);
    expect(await problemOf(bed.lines("src/sub", "HEAD"))).toMatch(/^NO_LINES: .*a repository of its own/);
  });

  it("of a file in a submodule, as the submodule's commit has it that a commit records", async () => {
    const bed = await bedWithSubmodule();
    const sub = join(bed.root, "src/sub");
    const made = await bed.write("src/sub/x.ts", ["const inner = 123456;", ...added]);
    gitIn(sub, "commit", "-qam", "second");
    const inner = gitIn(sub, "rev-parse", "HEAD").trim();
    await bed.commit();
    await bed.write("src/sub/x.ts", ["const other = 654321;"]);
    gitIn(sub, "commit", "-qam", "third");
    await bed.commit();
    expect(await bed.who("src/sub/x.ts", { made }, "HEAD~2")).toEqual(["human"]);
    expect(await bed.who("src/sub/x.ts", { made }, "HEAD~1")).toEqual(["human", "made", "made"]);
    expect(await bed.who("src/sub/x.ts", { made }, "HEAD")).toEqual(["another"]);
    expect(await bed.who("src/a.ts", {}, "HEAD~1")).toHaveLength(4);
    const told = await bed.writ.why("src/sub/x.ts", { revision: "HEAD~1", lines: { from: 2, to: 2 } });
    expect(told.commit).toMatchObject({ state: "committed", id: inner });
    expect(told.stretches).toMatchObject([{ author: "ai", trace: made, commits: [{ id: inner }] }]);
    expect(await problemOf(bed.lines("src/sub/x.ts", inner))).toMatch(/is a commit of the submodule src\/sub, not/);
    expect(await problemOf(bed.lines("src/sub/y.ts", "HEAD"))).toMatch(/^NOT_FOUND: There is no file src\/sub\/y.ts/);
    bed.git("submodule", "deinit", "--force", "--quiet", "src/sub");
    expect(await problemOf(bed.lines("src/sub/x.ts", "HEAD~1"))).toMatch(/submodule src\/sub, .* not checked out here/);
  });

  it("of a workspace below the top of its repository", async () => {
    const { folder, remove } = newPlace();
    const root = join(folder, "part");
    mkdirSync(join(root, ".orchestration"), { recursive: true });
    gitIn(folder, "init", "-q", "-b", "main");
    putBytes(root, ".orchestration/active_intents.yaml", "active_intents: []\n");
    putBytes(root, "a.ts", `${one.join("\n")}\n`);
    gitIn(folder, "add", "-A");
    gitIn(folder, "commit", "-qm", "first");
    gitIn(root, "mv", "a.ts", "b.ts");
    gitIn(folder, "commit", "-qm", "second");
    const copy = await openCopy(root);
    const { writ } = copy;
    expect((await writ.blame("b.ts")).map(({ author }) => author)).toEqual(["human", "human"]);
    expect((await writ.blame("a.ts", { revision: "HEAD~1" })).length).toBe(2);
    await copy.close();
    remove();
  });

  it("of a file that is a link, or lies in a folder that is one", async () => {
    const { bed, made } = await madeBed();
    symlinkSync("a.ts", join(bed.root, "src/link.ts"));
    symlinkSync("src", join(bed.root, "folder"));
    expect(await bed.who("src/link.ts", { made })).toEqual(expected);
    expect(await bed.who("folder/a.ts", { made })).toEqual(expected);
    symlinkSync("/etc/hosts", join(bed.root, "src/out.ts"));
    expect(await problemOf(bed.lines("src/out.ts"))).toMatch(/^PATH_OUTSIDE_WORKSPACE: src\/out.ts/);
    symlinkSync("nowhere", join(bed.root, "src/dead.ts"));
    expect(await problemOf(bed.lines("src/dead.ts"))).toMatch(/^USAGE: src\/dead.ts is a link/);
  });

  it("of an empty file: none", async () => {
    const { bed } = await madeBed();
    bed.put("src/empty.ts", []);
    expect(await bed.lines("src/empty.ts")).toEqual([]);
  });

  it("of a file whose last line has no end", async () => {
    const bed = await openBed();
    putBytes(bed.root, "src/a.ts", `${one.join("\n")}`);
    const text = [...one, ...added].join("\n");
    const made = await bed.call("write_to_file", { path: "src/a.ts", content: text }, () =>
      putBytes(bed.root, "src/a.ts", text),
    );
    expect(await bed.who("src/a.ts", { made: made ?? "" })).toEqual(expected);
  });

  it("where git changes line ends on the way", async () => {
    const { bed, made } = await madeBed();
    bed.git("clone", "-q", "-c", "core.autocrlf=true", `file://${bed.root}`, join(bed.folder, "clone"));
    const clone = await openCopy(join(bed.folder, "clone"));
    const told = await clone.writ.blame("src/a.ts");
    expect(told.map(({ trace }) => (trace === made ? "made" : "human"))).toEqual(expected);
    // An agent here writes the ends this system has; the commit has others.
    const text = [...one, ...added, "const last = lines(5);"].map((line) => `${line}\r\n`).join("");
    const last = await clone.call("write_to_file", { path: "src/a.ts", content: text }, () =>
      putBytes(clone.root, "src/a.ts", text),
    );
    clone.git("add", "-A");
    await clone.writ.publish();
    clone.git("commit", "-qm", "ends");
    expect(clone.git("show", "HEAD:src/a.ts")).not.toContain("\r");
    const there = await clone.writ.blame("src/a.ts", { revision: "HEAD" });
    expect(there.map(({ trace }) => trace)).toEqual([null, null, made, made, last]);
    await clone.close();
  });

  it("where a filter keeps the content elsewhere", async () => {
    const { bed, made } = await madeBed();
    writeFileSync(join(bed.root, ".gitattributes"), "*.ts filter=upper\n");
    bed.git("config", "filter.upper.clean", "tr a-z A-Z");
    bed.git("config", "filter.upper.smudge", "tr A-Z a-z");
    await bed.commit();
    expect(await bed.who("src/a.ts", { made })).toEqual(expected);
    putBytes(bed.root, "src/big.bin.ts", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n");
    expect(await problemOf(bed.lines("src/big.bin.ts"))).toMatch(/^NO_LINES: .*kept outside of git/);
  });

  it("in a repository whose objects are named by SHA-256", async () => {
    const bed = await openBed();
    rmSync(join(bed.root, ".git"), { recursive: true });
    bed.git("init", "-q", "-b", "main", "--object-format=sha256");
    bed.put("src/a.ts", one);
    await bed.commit();
    const made = await bed.write("src/a.ts", [...one, ...added]);
    await bed.commit();
    const { record } = (await bed.writ.traces.last(1))[0] ?? {};
    expect(record?.metadata.files["src/a.ts"]?.blob).toBe(bed.git("rev-parse", "HEAD:src/a.ts").trim());
    expect(await bed.who("src/a.ts", { made }, "HEAD")).toEqual(expected);
  });
});

describe("a file without lines that were followed is told of as a whole", () => {
  const many = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`);

  it("when it has more than 100,000: the call that made it, or nobody known, and quickly", async () => {
    const bed = await openBed();
    bed.put("src/human.ts", many(100_001, "x"));
    expect(new Set(await bed.who("src/human.ts"))).toEqual(new Set(["human"]));
    const made = await bed.write("src/made.ts", many(100_001, "x"));
    const start = performance.now();
    expect(new Set(await bed.who("src/made.ts", { made }))).toEqual(new Set(["made"]));
    expect(performance.now() - start).toBeLessThan(5_000);
    await bed.write("src/human.ts", many(100_002, "x"));
    expect((await bed.lines("src/human.ts"))[7]).toMatchObject({
      author: "unknown",
      why: expect.stringContaining("not followed"),
    });
  }, 60_000);

  it("when its text is no UTF-8", async () => {
    const bed = await openBed();
    putBytes(bed.root, "src/old.ts", Buffer.from("caf\xe9\nline\n", "latin1"));
    expect(await bed.who("src/old.ts")).toEqual(["human", "human"]);
  });
});

describe("there is a problem with a name and a way on", () => {
  it.each<[string, string]>([
    ["src/none.ts", "NOT_FOUND: There is no file src/none.ts."],
    ["src", "USAGE: src is a folder, not a file."],
    ["../other.ts", "PATH_OUTSIDE_WORKSPACE: ../other.ts lies outside the workspace."],
    ["/etc/hosts", "PATH_OUTSIDE_WORKSPACE: /etc/hosts lies outside the workspace."],
    ["src/a.ts/b", "NOT_FOUND: There is no file src/a.ts/b."],
    ["src/binary.bin", "NO_LINES: src/binary.bin has no lines to tell about: it is a binary file."],
  ])("%s", async (path, said) => {
    const { bed } = await madeBed();
    putBytes(bed.root, "src/binary.bin", Buffer.from([1, 0, 2]));
    expect(await problemOf(bed.lines(path))).toBe(said);
  });

  it.each<[string, string]>([
    ["nonsense", "NOT_FOUND: Git knows no commit nonsense here."],
    ["--help", "NOT_FOUND: Git knows no commit --help here."],
  ])("revision %s", async (revision, said) => {
    const { bed } = await madeBed();
    expect(await problemOf(bed.lines("src/a.ts", revision))).toBe(said);
  });
});
