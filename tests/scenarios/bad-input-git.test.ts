import { readFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { twoIntents, useDisk } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { type Bed, folder, json, ok } from "./cli-bed.ts";
import { governed, startAgent, tracesIn } from "./harness.ts";

/** The same bed, standing in another folder. */
function standingIn(bed: Bed, root: string): Bed {
  return {
    ...bed,
    root,
    writ: (args, start) => bed.writ(args, { cwd: root, ...start }),
    git: (...args) => bed.git("-C", root, ...args),
    put: (path, content) => bed.put(join(root, path).slice(bed.root.length + 1), content),
    read: (path) => bed.read(join(root, path).slice(bed.root.length + 1)),
  };
}

const revisionsIn = (root: string) => tracesIn(root).map(({ vcs }) => vcs.revision_id);
const writerIn = (root: string): string =>
  JSON.parse(readFileSync(join(root, ".orchestration/.state/writer.json"), "utf8")).id;

async function publishedIn(root: string): Promise<string[]> {
  const place = join(root, ".orchestration/ledger");
  const names = await readdir(place, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl")).sort();
}

describe("where git is not as usual", () => {
  it("without any git everything but publishing works", async () => {
    const bed = await folder();
    await ok(bed.writ(["init"]));
    await bed.put(".orchestration/active_intents.yaml", twoIntents);
    const claude = startAgent(bed).session("s-1");
    await claude.start();
    await claude.select("INT-001");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
    expect((await claude.write("src/billing/a.ts", "a\n")).says).toBe("SCOPE_VIOLATION");
    await claude.end();
    expect(revisionsIn(bed.root)).toEqual(["unknown"]);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
    expect(await ok(bed.writ(["status"]))).toContain("INT-001");
    expect((await bed.writ(["doctor"])).code).toBe(0);
    expect(await ok(bed.writ(["publish", "--all"]))).toContain("published 1 change");
  });

  it("before the first commit", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    await ok(bed.writ(["init"]));
    await bed.put(".orchestration/active_intents.yaml", twoIntents);
    const claude = startAgent(bed).session("s-1");
    await claude.start();
    await claude.select("INT-001");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
    expect(revisionsIn(bed.root)).toEqual(["unknown"]);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "first");
    expect(bed.git("status", "--porcelain")).toBe("");
    expect(await publishedIn(bed.root)).toHaveLength(1);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
    await claude.write("src/auth/a.ts", "b\n");
    expect(revisionsIn(bed.root)).toEqual(["unknown", bed.git("rev-parse", "HEAD")]);
  });

  it("on a detached HEAD", async () => {
    const bed = await governed();
    bed.git("checkout", "--quiet", "--detach");
    const claude = startAgent(bed).session("s-1");
    expect((await claude.start()).context).toContain("select_active_intent");
    await claude.select("INT-001");
    await claude.write("src/auth/a.ts", "a\n");
    expect(revisionsIn(bed.root)).toEqual([bed.git("rev-parse", "HEAD")]);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "nowhere");
    expect((await publishedIn(bed.root)).join()).toContain("detached");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("after refs were packed", async () => {
    const bed = await governed();
    bed.git("pack-refs", "--all", "--prune");
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.write("src/auth/a.ts", "a\n");
    expect(revisionsIn(bed.root)).toEqual([bed.git("rev-parse", "HEAD")]);
  });

  it("a linked work tree has its own writer, sessions and records", async () => {
    const bed = await governed();
    bed.git("worktree", "add", "--quiet", "-b", "INT-002-side", "side");
    const side = standingIn(bed, join(bed.root, "side"));
    const [here, there] = [startAgent(bed).session("s-1"), startAgent(side).session("s-1")];
    await here.select("INT-001");
    expect((await there.write("src/auth/a.ts", "a\n")).says).toBe("NO_ACTIVE_INTENT");
    await there.start();
    expect((await here.write("src/auth/a.ts", "a\n")).says).toBe("pass");
    expect((await there.write("src/billing/a.ts", "a\n")).says).toBe("pass");
    expect(tracesIn(bed.root).map(({ metadata }) => metadata.intent)).toEqual(["INT-001"]);
    expect(tracesIn(side.root).map(({ metadata }) => metadata.intent)).toEqual(["INT-002"]);
    expect(writerIn(side.root)).not.toBe(writerIn(bed.root));
    expect(revisionsIn(side.root)).toEqual([side.git("rev-parse", "HEAD")]);
    for (const one of [bed, side]) expect(await json(one.writ(["verify", "--json"]))).toMatchObject({ ok: true });
    side.git("add", "--all");
    side.git("commit", "--quiet", "--message", "side");
    expect(side.git("status", "--porcelain")).toBe("");
    expect((await publishedIn(side.root)).join()).toContain(writerIn(side.root));
  });

  it("a governed work tree in the temporary folder is not scratch for a session of another one", async () => {
    useDisk();
    const bed = await governed();
    bed.git("worktree", "add", "--quiet", "-b", "side", "side");
    const claude = startAgent(standingIn(bed, join(bed.root, "side"))).session("s-1");
    await claude.select("INT-001");
    const elsewhere = { file_path: join(bed.root, "src/auth/a.ts"), content: "a\n" };
    expect((await claude.before("Write", elsewhere)).says).toBe("PATH_OUTSIDE_WORKSPACE");
  });

  it("a submodule inside a governed project is governed by it, and closed from within", async () => {
    const bed = await governed(
      {},
      {
        intents: "active_intents:\n  - {id: INT-001, name: Sub, status: IN_PROGRESS, owned_scope: ['lib/src/**']}\n",
      },
    );
    const origin = await folder();
    origin.git("init", "--quiet");
    await origin.put("src/a.ts", "a\n");
    origin.git("add", "--all");
    origin.git("commit", "--quiet", "--message", "lib");
    bed.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin.root, "lib");
    bed.git("commit", "--quiet", "--no-verify", "--message", "lib");

    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    expect((await claude.write("lib/src/a.ts", "b\n")).says).toBe("pass");
    expect((await claude.write("lib/README.md", "b\n")).says).toBe("SCOPE_VIOLATION");
    expect((await claude.write("lib/.git", "gitdir: elsewhere\n")).says).toBe("PROTECTED_PATH");
    const [record] = tracesIn(bed.root);
    expect(record?.files[0]?.relative_path).toBe("lib/src/a.ts");
    expect(record?.vcs.revision_id).toBe(bed.git("rev-parse", "HEAD"));

    // An agent that stands in it is no freer for that.
    const cwd = join(bed.root, "lib");
    const inside = (path: string) => claude.before("Write", { file_path: join(cwd, path), content: "x" }, { cwd });
    expect((await inside("README.md")).error).not.toBeNull();
    expect((await claude.before("Read", { file_path: join(cwd, "src/a.ts") }, { cwd })).says).toBe("pass");
  });
});

describe("git in the middle of a session", () => {
  it("switching branches and stashing keep intent and ledger, and nothing of Writ stands in the way", async () => {
    const bed = await governed({ "src/auth/a.ts": "a\n", "AGENT.md": "# Ours\n" });
    bed.git("switch", "--quiet", "--create", "other");
    await bed.put("src/auth/a.ts", "other\n");
    await bed.put("AGENT.md", "# Ours, on another branch\n");
    bed.git("commit", "--quiet", "--no-verify", "--all", "--message", "other");
    bed.git("switch", "--quiet", "main");

    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    bed.git("commit", "--quiet", "--no-verify", "--all", "--message", "selected");
    expect((await claude.edit("src/auth/a.ts", "a", "b")).says).toBe("pass");
    bed.git("stash", "--quiet");
    expect(await bed.read("src/auth/a.ts")).toBe("a\n");
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("STALE_FILE");
    await claude.read("src/auth/a.ts");
    bed.git("switch", "--quiet", "other");
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("STALE_FILE");
    await claude.read("src/auth/a.ts");
    expect((await claude.write("src/auth/b.ts", "b\n")).says).toBe("pass");
    bed.git("switch", "--quiet", "main");
    bed.git("stash", "pop", "--quiet");
    await claude.read("src/auth/a.ts");
    expect((await claude.edit("src/auth/a.ts", "b", "d")).says).toBe("pass");

    expect(tracesIn(bed.root).map(({ metadata, files }) => [metadata.seq, files[0]?.relative_path])).toEqual([
      [1, "src/auth/a.ts"],
      [2, "src/auth/b.ts"],
      [3, "src/auth/a.ts"],
    ]);
    expect(revisionsIn(bed.root)).toEqual([
      bed.git("rev-parse", "main"),
      bed.git("rev-parse", "other"),
      bed.git("rev-parse", "main"),
    ]);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ sessions: [{ id: "s-1", intent: "INT-001" }] });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("a refusal leaves nothing behind that keeps anybody from switching branches", async () => {
    const bed = await governed({ "src/auth/a.ts": "a\n" });
    bed.git("switch", "--quiet", "--create", "other");
    await bed.put("src/auth/a.ts", "other\n");
    bed.git("commit", "--quiet", "--no-verify", "--all", "--message", "other");
    bed.git("switch", "--quiet", "main");
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-002");
    expect((await claude.write("src/auth/a.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
    expect(bed.git("status", "--porcelain")).toBe("?? AGENT.md");
    bed.git("switch", "--quiet", "other");
    expect(bed.git("branch", "--show-current")).toBe("other");
  });

  it("a clean that deletes the ignored files is an alarm while a session lives; after a user saw it, a new chain begins", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.write("src/auth/a.ts", "a\n");
    bed.git("clean", "--quiet", "-dfX");
    expect((await claude.write("src/auth/a.ts", "b\n")).error).toMatchObject({
      code: "NO_ACTIVE_INTENT",
      suggestion: expect.stringMatching(/^Changed outside Writ.*writ alarms acknowledge --all$/),
    });
    await ok(bed.writ(["alarms", "acknowledge", "--all"]));
    await claude.select("INT-001");
    expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("pass");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});

describe("a workspace whose path is hard to spell", () => {
  it.each(["with spaces", 'it\'s "quoted"', "ünïcödé-日本語-🎉", "a; touch x", "-dash"])("%j", async (name) => {
    const outer = await folder();
    await mkdir(join(outer.root, name));
    const bed = standingIn(outer, join(outer.root, name));
    bed.git("init", "--quiet");
    await ok(bed.writ(["init"]));
    await bed.put(".orchestration/active_intents.yaml", twoIntents);
    const claude = startAgent(bed).session('s 1\'s "session"');
    expect((await claude.start()).context).toContain("INT-001");
    await claude.select("INT-001");
    expect((await claude.write("src/auth/a b.ts", "a\n")).says).toBe("pass");
    expect((await claude.write("src/billing/a.ts", "a\n")).says).toBe("SCOPE_VIOLATION");
    expect((await claude.bash("cat 'src/auth/a b.ts'")).says).toBe("pass");
    await claude.end();
    expect(tracesIn(bed.root).map(({ files }) => files[0]?.relative_path)).toEqual(["src/auth/a b.ts"]);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "work");
    expect(await publishedIn(bed.root)).toHaveLength(1);
    expect(bed.git("status", "--porcelain")).toBe("");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
    expect(await ok(bed.writ(["status"]))).toContain("INT-001");
  });
});
