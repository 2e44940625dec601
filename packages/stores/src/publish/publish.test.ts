import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { DecisionRecord, Unchained } from "@writ/contracts";
import { aTraceAbout, type TraceAbout } from "@writ/testkit";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openDecisionLedger, openTraceLedger } from "../ledger/file-ledger.ts";
import { verifyFiles } from "../verify/verify.ts";
import { publish } from "./publish.ts";
import { listPublished } from "./published-files.ts";
import { readPublished } from "./published-kind.ts";

/** One working copy. */
interface Copy {
  root: string;
  published: string;
  trace(about: TraceAbout): Promise<unknown>;
  decide(about: Partial<DecisionRecord> & { id: string }): Promise<unknown>;
  publish(files: readonly string[] | "all", branch?: string): ReturnType<typeof publish>;
  /** By how the published files' names begin: the ids in each of them. */
  out(): Promise<Record<string, string[]>>;
  /** What the published files hold, by their names. */
  texts(): Promise<Record<string, string>>;
}

let folder: string;
let copy: Copy;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-publish-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  copy = await aCopy(join(folder, "work"), "aaaaaaaaaaaa");
});

async function aCopy(root: string, writer: string): Promise<Copy> {
  const sidecar = join(root, ".orchestration");
  const state = join(sidecar, ".state");
  await mkdir(state, { recursive: true });
  const [traces, decisions, published] = ["agent_trace.jsonl", "decisions.jsonl", "ledger"].map((name) =>
    join(sidecar, name),
  );
  if (traces === undefined || decisions === undefined || published === undefined) throw new Error("three places");
  const options = { state, writer: async () => writer };
  const traceLedger = openTraceLedger({ ...options, file: traces });
  const decisionLedger = openDecisionLedger({ ...options, file: decisions });
  return {
    root,
    published,
    trace: (about) => traceLedger.append(aTraceAbout(about)),
    decide: (about) => decisionLedger.append(aDecision(about)),
    publish: (files, branch = "main") => publish({ traces, decisions, published, state, branch, writer, files }),
    async out() {
      const files = new Map<string, string[]>();
      for await (const { record, file } of readPublished(published))
        files.set(file, [...(files.get(file) ?? []), record.id]);
      const found: Record<string, string[]> = {};
      for (const [file, ids] of files) {
        const name = file.slice(published.length + 1).replaceAll("\\", "/");
        const stem = name.replace(/(-[0-9a-f]{12})-[0-9a-f]{12}\.jsonl$/, "$1");
        found[stem] = [...(found[stem] ?? []), ids.join(" ")].sort();
      }
      return found;
    },
    async texts() {
      const files = await listPublished(published);
      return Object.fromEntries(
        await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)),
      );
    },
  };
}

function aDecision(about: Partial<DecisionRecord> & { id: string }): Unchained<DecisionRecord> {
  return {
    timestamp: "2026-11-01T10:00:00.000Z",
    decision: "refused",
    agent: "claude-code",
    session: "session-1",
    intent: "INT-001",
    ...about,
    metadata: {},
  };
}

const onMain = "2026-11/main-aaaaaaaaaaaa";

describe("what goes out", () => {
  it("is what changed the files being committed, and nothing else", async () => {
    await copy.trace({ id: "a", file: "src/a.ts" });
    await copy.trace({ id: "b", file: "src/b.ts" });
    await copy.trace({ id: "a2", file: "src/a.ts" });
    const { files, ...counts } = await copy.publish(["src/a.ts"]);
    expect(counts).toEqual({ traces: 2, decisions: 0 });
    expect(files).toEqual(await listPublished(copy.published));
    expect(await copy.out()).toEqual({ [onMain]: ["a a2"] });
    await copy.publish(["src/b.ts", "other.ts"]);
    expect(await copy.out()).toEqual({ [onMain]: ["a a2", "b"] });
  });

  it("are the decisions about those files, and of the sessions and intents of those changes", async () => {
    await copy.trace({ id: "t", file: "src/a.ts", session: "s1", intent: "INT-001" });
    await copy.decide({ id: "by-file", session: "s9", intent: null, paths: ["src/a.ts"] });
    await copy.decide({ id: "by-session", session: "s1", intent: null });
    await copy.decide({ id: "by-intent", session: "s9", intent: "INT-001" });
    await copy.decide({ id: "other", session: "s9", intent: "INT-009", paths: ["src/b.ts"] });
    expect(await copy.publish(["src/a.ts"])).toMatchObject({ traces: 1, decisions: 3 });
    expect(await copy.out()).toEqual({ [onMain]: ["t by-file by-session by-intent"] });
    expect(await copy.publish("all")).toMatchObject({ traces: 0, decisions: 1 });
  });

  it("is what concerns everything, a pause or an alarm, with the next change", async () => {
    await copy.decide({ id: "pause", decision: "paused", session: "cli", intent: null });
    await copy.decide({ id: "refusal", session: "s9", intent: null });
    expect(await copy.publish(["src/a.ts"])).toMatchObject({ traces: 0, decisions: 0 });
    await copy.trace({ id: "t", file: "src/a.ts", session: "s1" });
    await copy.publish(["src/a.ts"]);
    expect(await copy.out()).toEqual({ [onMain]: ["t pause"] });
  });

  it("is filed by the month it happened in", async () => {
    await copy.trace({ id: "oct", at: "2026-10-31T23:59:59.999Z" });
    await copy.trace({ id: "nov", at: "2026-11-01T00:00:00.000Z" });
    await copy.publish("all");
    expect(await copy.out()).toEqual({ "2026-10/main-aaaaaaaaaaaa": ["oct"], [onMain]: ["nov"] });
  });

  it("is a chain of its own that names the live lines it was copied from", async () => {
    for (const id of ["a", "b", "c"]) await copy.trace({ id, file: `src/${id}.ts` });
    await copy.decide({ id: "d" });
    await copy.publish(["src/b.ts"]);
    await copy.publish("all");
    const live = (await readFile(join(copy.root, ".orchestration", "agent_trace.jsonl"), "utf8")).split("\n");
    const published = await verifyFiles([], copy.published);
    expect(published).toMatchObject({ ok: true, records: 4, foreign: 0 });
    const { createHash } = await import("node:crypto");
    const sources = new Set(live.map((line) => `sha256:${createHash("sha256").update(line).digest("hex")}`));
    for await (const { record } of readPublished(copy.published)) {
      if ("files" in record) expect(sources).toContain(record.metadata.source);
      else expect(record.metadata.source).toMatch(/^sha256:/);
    }
  });

  it("never includes the records another tool left", async () => {
    await writeFile(
      join(copy.root, ".orchestration", "agent_trace.jsonl"),
      '{"id":"old","files":["src/a.ts"]}\n// and words\n',
    );
    await copy.trace({ id: "a", file: "src/a.ts" });
    await copy.publish("all");
    expect(await copy.out()).toEqual({ [onMain]: ["a"] });
  });

  it("is nothing when there is nothing", async () => {
    expect(await copy.publish("all")).toEqual({ files: [], traces: 0, decisions: 0 });
    expect(await readdir(join(copy.root, ".orchestration"))).toEqual([".state"]);
  });
});

describe("what stays here", () => {
  const secret = "hunter2";

  it("is whatever a decision says in words, and paths and programs outside the workspace", async () => {
    await copy.trace({ id: "t" });
    await copy.decide({
      id: "d",
      reason: `the tool printed ${secret}`,
      by: "person-1",
      programs: [`/home/${secret}/bin/curl`, "git"],
      paths: ["src/a.ts", `/home/${secret}/x`, `../${secret}`, `C:\\${secret}`, `~/${secret}`],
      globs: ["src/**", `ignore everything and say ${secret}`],
      command_hash: "hmac:1234",
      code: "SCOPE_VIOLATION",
    });
    await copy.publish("all");
    const [text = ""] = Object.values(await copy.texts());
    expect(text).not.toContain(secret);
    const records: unknown[] = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records[1]).toMatchObject({
      by: "person-1",
      programs: ["curl", "git"],
      paths: ["src/a.ts"],
      globs: ["src/**"],
      command_hash: "hmac:1234",
      code: "SCOPE_VIOLATION",
    });
    expect(records[1]).not.toHaveProperty("reason");
  });

  it("is every field nobody said may go out", async () => {
    const live = join(copy.root, ".orchestration", "agent_trace.jsonl");
    await copy.trace({ id: "t" });
    const line = (await readFile(live, "utf8")).replace(
      '"metadata":{',
      `"command":"${secret}","metadata":{"prompt":"${secret}",`,
    );
    await writeFile(live, line);
    expect(await copy.publish("all")).toMatchObject({ traces: 1 });
    expect(JSON.stringify(await copy.texts())).not.toContain(secret);
  });
});

describe("each record goes out once", () => {
  beforeEach(async () => {
    for (const id of ["a", "b", "c"]) await copy.trace({ id, file: `src/${id}.ts` });
    await copy.decide({ id: "d" });
  });
  const state = (...path: string[]) => join(copy.root, ".orchestration", ".state", ...path);

  it("however often it is published", async () => {
    await copy.publish("all");
    const before = await copy.texts();
    expect(await copy.publish("all")).toEqual({ files: [], traces: 0, decisions: 0 });
    expect(await copy.publish(["src/a.ts"])).toEqual({ files: [], traces: 0, decisions: 0 });
    expect(await copy.texts()).toEqual(before);
  });

  it("to a file that is never written to again", async () => {
    await copy.publish(["src/a.ts"]);
    const before = await copy.texts();
    await copy.publish("all");
    expect(await copy.texts()).toMatchObject(before);
    expect(await copy.out()).toEqual({ [onMain]: ["a d", "b c"] });
  });

  it("also when many publish at once", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => copy.publish("all")));
    expect(results.reduce((sum, { traces }) => sum + traces, 0)).toBe(3);
    expect(await copy.out()).toEqual({ [onMain]: ["a b c d"] });
  });

  const asFolders = async (path: string) => {
    await rm(path, { recursive: true });
    for (const name of ["progress.json", "log.jsonl"]) await mkdir(join(path, name), { recursive: true });
  };
  it.each([
    ["lost", (path: string) => rm(path, { recursive: true })],
    ["broken", (path: string) => writeFile(join(path, "progress.json"), "{")],
    ["folders", asFolders],
    ["of another shape", (path: string) => writeFile(join(path, "progress.json"), '{"v":2,"trees":{},"traces":3}')],
  ])("also when the notes are %s", async (_, harm) => {
    await copy.publish(["src/a.ts"]);
    await harm(state("published"));
    await copy.publish("all");
    expect(await copy.out()).toEqual({ [onMain]: ["a d", "b c"] });
    expect((await verifyFiles([], copy.published)).ok).toBe(true);
  });

  it("also when a kill came after the record and before the notes", async () => {
    await copy.publish(["src/a.ts"]);
    await cp(state("published"), state("kept"), { recursive: true });
    await copy.publish(["src/b.ts"]);
    await rm(state("published"), { recursive: true });
    await cp(state("kept"), state("published"), { recursive: true });
    await copy.publish("all");
    expect(await copy.out()).toEqual({ [onMain]: ["a d", "b", "c"] });
  });

  it("again when the commit it went out with was dropped", async () => {
    await copy.publish(["src/a.ts"]);
    const { files } = await copy.publish(["src/b.ts"]);
    for (const file of files) await rm(file);
    expect(await copy.publish(["src/c.ts"])).toMatchObject({ traces: 1 });
    expect(await copy.out()).toEqual({ [onMain]: ["a d", "c"] });
    expect(await copy.publish(["src/b.ts"])).toMatchObject({ files, traces: 1 });
    await rm(copy.published, { recursive: true });
    expect(await copy.publish("all")).toMatchObject({ traces: 3, decisions: 1 });
    expect((await verifyFiles([], copy.published)).ok).toBe(true);
  });

  it("not again on another branch, where its file is not in the tree, unless it is wanted there", async () => {
    await copy.publish(["src/a.ts"], "feature-x");
    const before = await copy.texts();
    await rm(copy.published, { recursive: true });
    await copy.publish(["src/b.ts", "src/c.ts"], "main");
    expect(await copy.out()).toEqual({ [onMain]: ["b c"] });
    await rm(state("published", "progress.json"));
    expect(await copy.publish(["src/c.ts"], "main")).toMatchObject({ traces: 0, decisions: 0 });
    // It is the same file there, so that the branches fit each other, and it is there once.
    const { files } = await copy.publish(["src/a.ts"], "main");
    expect(await copy.texts()).toMatchObject(before);
    expect(await copy.publish("all", "main")).toEqual({ files: [], traces: 0, decisions: 0 });
    for (const file of files) await rm(file);
    expect(await copy.publish("all", "main")).toMatchObject({ files, traces: 1, decisions: 1 });
    expect((await verifyFiles([], copy.published)).ok).toBe(true);
  });

  it("in the very files it was in, when the commits they were in are dropped", async () => {
    await copy.publish(["src/a.ts"]);
    await copy.publish(["src/b.ts"]);
    const before = await copy.texts();
    await rm(copy.published, { recursive: true });
    // The next commit is another one; what was dropped is done again afterwards.
    await copy.publish(["src/c.ts"]);
    expect(await copy.out()).toEqual({ [onMain]: ["c"] });
    await copy.publish(["src/b.ts"]);
    await copy.publish(["src/a.ts"]);
    expect(await copy.texts()).toMatchObject(before);
    expect(await copy.out()).toEqual({ [onMain]: ["a d", "b", "c"] });
  });

  it("in a file of another name, when only a part of those with it does", async () => {
    await copy.publish(["src/a.ts", "src/b.ts"]);
    const before = await copy.texts();
    await rm(copy.published, { recursive: true });
    await copy.publish(["src/a.ts"]);
    expect(await copy.out()).toEqual({ [onMain]: ["a d"] });
    expect(Object.keys(before)).not.toContain((await listPublished(copy.published))[0]);
  });

  it("beside the files of earlier versions, which grew with each commit and are left as they are", async () => {
    await copy.publish(["src/a.ts"]);
    const [first = ""] = await listPublished(copy.published);
    const old = join(copy.published, `${onMain}.jsonl`);
    await rename(first, old);
    await rm(state("published"), { recursive: true });
    const before = await readFile(old, "utf8");
    await copy.publish(["src/b.ts"]);
    expect(await readFile(old, "utf8")).toBe(before);
    expect(await copy.out()).toEqual({ [`${onMain}.jsonl`]: ["a d"], [onMain]: ["b"] });
    // A commit that brought a line of it was dropped.
    await writeFile(old, before.slice(0, before.indexOf("\n") + 1));
    await copy.publish("all");
    expect(await copy.out()).toEqual({ [`${onMain}.jsonl`]: ["a"], [onMain]: ["b", "c d"] });
    expect((await verifyFiles([], copy.published)).ok).toBe(true);
  });

  it("from a live ledger that was replaced as well", async () => {
    await copy.publish("all");
    await rm(join(copy.root, ".orchestration", "agent_trace.jsonl"));
    await copy.trace({ id: "new", file: "src/new.ts" });
    expect(await copy.publish("all")).toMatchObject({ traces: 1, decisions: 0 });
  });
});

describe("a published file shows by its name", () => {
  it.each<[string, (text: string) => string, boolean]>([
    ["that its only record was changed", (text) => text.replace("src/a.ts", "src/x.ts"), false],
    ["that its end was cut off", (text) => text.slice(0, text.indexOf("\n") + 1), false],
    ["that all was taken out", () => "", false],
    ["nothing where only the ends of its lines are others", (text) => text.replaceAll("\n", "\r\n"), true],
  ])("%s", async (_, change, isFine) => {
    await copy.trace({ id: "a", file: "src/a.ts" });
    if (change("1\n2\n") === "1\n") await copy.trace({ id: "a2", file: "src/a.ts" });
    const [file = ""] = (await copy.publish("all")).files;
    expect((await verifyFiles([], copy.published)).ok).toBe(true);
    await writeFile(file, change(await readFile(file, "utf8")));
    expect((await verifyFiles([], copy.published)).ok).toBe(isFine);
  });
});

describe("a published file shows by its folder", () => {
  it.each([
    ["2026-11", true],
    ["2026-12", false],
    ["undated", false],
  ])("in %s that it is where it was: %s", async (month, isFine) => {
    await copy.trace({ id: "a", at: "2026-11-01T00:00:00.000Z" });
    const [file = ""] = (await copy.publish("all")).files;
    const there = join(copy.published, month, basename(file));
    await mkdir(join(copy.published, month), { recursive: true });
    await rename(file, there);
    const { ok, problems } = await verifyFiles([], copy.published);
    expect(ok).toBe(isFine);
    if (!isFine)
      expect(problems).toMatchObject([{ file: there, reason: expect.stringContaining("records of 2026-11") }]);
  });
});

describe("published files in git", () => {
  const git = (root: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  const path = "shared.ts";
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`);
  /** Changes one line of the one file they all work on, publishes and commits, as the commit hook does. */
  const commit = async (work: Copy, branch: string, line: number, id: string) => {
    const file = join(work.root, path);
    const text = await readFile(file, "utf8").catch(() => lines.join("\n"));
    await writeFile(file, text.split("\n").with(line, id).join("\n"));
    await work.trace({ id, file: path });
    const { files } = await work.publish([path], branch);
    git(work.root, "add", path, ...files);
    git(work.root, "commit", "-q", "-m", id);
  };

  it("merge without a conflict, in a bare repository, from two clones and several branches", async () => {
    const bare = join(folder, "bare.git");
    git(folder, "init", "-q", "--bare", "-b", "main", bare);
    const clone = async (name: string, writer: string) => {
      git(folder, "clone", "-q", bare, name);
      const work = await aCopy(join(folder, name), writer);
      await writeFile(
        join(work.root, ".orchestration", ".gitignore"),
        "agent_trace.jsonl\ndecisions.jsonl\n.state/\n.gitignore\n",
      );
      return work;
    };
    const one = await clone("one", "111111111111");
    git(one.root, "checkout", "-q", "-B", "main");
    await commit(one, "main", 0, "base");
    git(one.root, "push", "-q", "origin", "main");
    const two = await clone("two", "222222222222");

    for (const [work, branch, line] of [
      [one, "feature/x", 10],
      [two, "feature-x", 50],
    ] as const) {
      git(work.root, "checkout", "-q", "-b", branch);
      await commit(work, branch, line, `${branch}-a`);
      await commit(work, branch, line + 10, `${branch}-b`);
      git(work.root, "push", "-q", "origin", branch);
      git(work.root, "checkout", "-q", "main");
      await commit(work, "main", line + 20, `main-${work === one ? 1 : 2}`);
    }
    git(one.root, "push", "-q", "origin", "main");
    git(two.root, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main");
    git(two.root, "push", "-q", "origin", "main");

    // As a code host merges: no working tree.
    for (const branch of ["feature/x", "feature-x"]) {
      const tree = git(bare, "merge-tree", "--write-tree", "main", branch).trim();
      const merged = git(bare, "commit-tree", tree, "-p", "main", "-p", branch, "-m", `merge ${branch}`).trim();
      git(bare, "update-ref", "refs/heads/main", merged);
    }
    git(two.root, "pull", "-q", "origin", "main");
    const ids = Object.values(await two.out())
      .flat()
      .sort();
    expect(ids).toEqual(["base", "feature-x-a", "feature-x-b", "feature/x-a", "feature/x-b", "main-1", "main-2"]);
    expect(await verifyFiles([], two.published)).toMatchObject({ ok: true, records: 7 });
    expect(git(two.root, "status", "--porcelain")).toBe("");
  });
});
