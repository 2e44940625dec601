import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { openFileSnapshots } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { statePlaces } from "../packages/runtime/src/erase/state-places.ts";
import {
  commit,
  decisionsFile,
  linesOf,
  publishedFile,
  stagedFile,
  tamper,
  tracesFile,
  twoSessions,
  verified,
  works,
} from "./ledger-bed.ts";
import { type Bed, folder, guarded, hasTerminal, json, ok } from "./scenarios/cli-bed.ts";
import { decisionsIn, governed, startAgent } from "./scenarios/harness.ts";

/** Every file of the workspace that holds a text, git's own left out. */
async function filesWith(bed: Bed, text: string): Promise<string[]> {
  const entries = await readdir(bed.root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((file) => !file.startsWith(join(bed.root, ".git/")));
  return own.filter((file) => readFileSync(file).includes(text)).map((file) => file.slice(bed.root.length + 1));
}

const stones = (bed: Bed, file: string) => linesOf(bed, file).filter((line) => line.startsWith('{"tombstone":'));

describe("erasing a session", () => {
  it("takes it out of every file, and leaves the chains whole, here and in a clone", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    const before = await verified(bed);
    expect((await filesWith(bed, "S-ada-2")).length).toBeGreaterThan(3);

    expect(await json(bed.writ(["erase", "--session", "S-ada-2", "--dry-run", "--json"]))).toMatchObject({
      traces: 3,
      decisions: 1,
      published: 4,
    });
    expect(await verified(bed)).toEqual(before);
    const said = await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    expect(said).toContain("Commits made before still hold");
    // The record of the erasure goes with them, or nobody elsewhere could account for the tombstones.
    const named = /which are staged: (.+)/.exec(said)?.[1]?.split(" ") ?? [];
    expect(named.toSorted()).toEqual(bed.git("diff", "--cached", "--name-only").split("\n").toSorted());

    expect(await filesWith(bed, "S-ada-2")).toEqual([]);
    expect(stones(bed, tracesFile)).toHaveLength(3);
    expect(stones(bed, tracesFile).join("\n")).not.toMatch(/model-x|claude-code|INT-001/);
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "erased", erased: { length: 8 } });
    expect(await verified(bed)).toMatchObject({ ok: true, erased: 8, notices: [], anchors: [{}] });

    // What comes after goes on from the tombstone.
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await commit(bed, "erased");
    expect(await verified(bed)).toMatchObject({ ok: true, erased: 8 });
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    clone.git("fetch", "--quiet", "origin", "+refs/notes/writ:refs/notes/writ");
    expect(await verified(clone)).toMatchObject({ ok: true, erased: 4, live: 0 });
    const again = await bed.writ(["erase", "--session", "S-ada-2", "--yes"]);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("No session on record") });
    // Too short to name one, though some begin like that: it must not sound as if they were gone.
    const short = await bed.writ(["erase", "--session", "S-a", "--yes"]);
    expect(short).toMatchObject({ code: 1, out: "", err: expect.stringContaining("at least 4 letters") });
  });

  it("leaves blame with lines nobody else is taken for the author of", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    await commit(bed, "erased");
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    for (const place of [bed, clone]) {
      const lines = (await json(place.writ(["blame", "src/auth/b1.ts", "--json"]))) as Record<string, unknown>[];
      expect(lines).toHaveLength(2);
      for (const { author } of lines) expect(author).not.toBe("human");
      expect(JSON.stringify(lines)).not.toMatch(/S-ada-2|model-x/);
      expect(await json(place.writ(["blame", "src/auth/a1.ts", "--json"]))).toMatchObject([
        { author: "ai", session: "S-ada-1" },
        {},
      ]);
    }
  });

  it("can be done in any place of the chain, and twice in a row", async () => {
    const bed = await twoSessions();
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    for (const session of ["S-3", "S-ada-1", "S-ada-2"]) {
      await ok(bed.writ(["erase", "--session", session, "--yes"]));
      expect(await verified(bed)).toMatchObject({ ok: true, notices: [] });
    }
    expect(stones(bed, tracesFile)).toHaveLength(7);
    expect(await ok(bed.writ(["log", "-n", "0"]))).not.toMatch(/S-ada|S-3/);
  });

  it("does not hide a record that somebody else took out", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    const [first = ""] = linesOf(bed, tracesFile);
    const { hash } = await import("node:crypto");
    const { id, timestamp, metadata } = JSON.parse(first);
    const { v, writer, seq, prev } = metadata;
    const stone = { hash: `sha256:${hash("sha256", first, "hex")}`, id, timestamp, v, writer, seq, prev };
    tamper(bed, tracesFile, (lines) => lines.with(0, JSON.stringify({ tombstone: stone })));
    expect(await verified(bed)).toMatchObject({
      ok: false,
      problems: [{ file: tracesFile, line: 1, reason: expect.stringContaining("no record of an erasure lists") }],
    });
  });

  it.each<[string, (line: string) => string]>([
    ["its lines", (line) => line.replace(/"lines":\{.*?\]\}/, '"lines":{}')],
    ["its time", (line) => line.replace(/"timestamp":"\d{4}/, '"timestamp":"1999')],
    ["its hash", (line) => line.replace(/"hash":"sha256:..../, '"hash":"sha256:0000')],
    ["its place", (line) => line.replace('"seq":5', '"seq":9')],
  ])("does not let anybody change a tombstone: %s", async (_, change) => {
    const bed = await twoSessions();
    await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    const was = linesOf(bed, tracesFile)[4] ?? "";
    expect(change(was)).not.toBe(was);
    tamper(bed, tracesFile, (lines) => lines.with(4, change(was)));
    expect((await verified(bed)).ok).toBe(false);
  });

  it("is found out when the record of it is taken away", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["erase", "--session", "S-ada-1", "--yes"]));
    tamper(bed, decisionsFile, (lines) => lines.slice(0, -1));
    rmSync(join(bed.root, stagedFile(bed)));
    expect((await verified(bed)).problems.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining("a tombstone that no record of an erasure lists"),
    );
  });

  it("is not done while an alarm of it is open", async () => {
    const bed = await twoSessions();
    const writ = await createWrit(bed.root);
    await writ.decisions.append({
      id: "a-1",
      timestamp: new Date().toISOString(),
      decision: "alarm",
      agent: "claude-code",
      session: "S-ada-2",
      intent: null,
      paths: [".git/hooks/x"],
      reason: "A-000001 created",
      metadata: {},
    });
    const refused = await bed.writ(["erase", "--session", "S-ada-2", "--yes"]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain("A-000001");
    expect(stones(bed, tracesFile)).toEqual([]);
  });
});

describe("what an erasure does not know of", () => {
  it("is named, and is no success: damaged lines, and words of people", async () => {
    const bed = await twoSessions();
    tamper(bed, tracesFile, (lines) => [...lines, '{"session":"S-ada-2", torn']);
    await bed.put("AGENT.md", "# Lessons\n\nS-ada-2 broke the build.\n");
    const { code, out } = await bed.writ(["erase", "--session", "S-ada-2", "--yes"]);
    expect(code).toBe(1);
    expect(out).toContain(`left  ${tracesFile}:7`);
    expect(out).toContain("left  AGENT.md:3");
    const again = await bed.writ(["erase", "--session", "S-ada-2", "--yes"]);
    expect(again).toMatchObject({ code: 1 });
    expect(again.out).toContain("Nothing of that can be erased by itself");
    await ok(bed.writ(["verify", "--repair"]));
    await bed.put("AGENT.md", "# Lessons\n");
    expect(await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]))).toContain("1 thing of the state");
    expect(await filesWith(bed, "S-ada-2")).toEqual([]);
  });

  it("is no ordinary word in what Writ wrote itself, where a person's name is one", async () => {
    const bed = await guarded();
    bed.git("config", "user.name", "root");
    bed.git("config", "user.email", "");
    await ok(bed.writ(["intent", "add", "--name", "Login", "--scope", "src/**"]));
    await ok(bed.writ(["status"]));
    await bed.put("AGENT.md", "# Lessons\n\nUprooted, root-like and rootë are other words.\n");
    const said = await ok(bed.writ(["erase", "--person", "root", "--yes"]));
    expect(said).toContain("1 decision of the live ledgers");
    expect(said).not.toContain("left");

    await ok(bed.writ(["intent", "add", "--name", "Ask root", "--scope", "docs/**"]));
    await bed.put(
      ".orchestration/config.yaml",
      `${await bed.read(".orchestration/config.yaml")}# root wanted it so.\n`,
    );
    const { code, out } = await bed.writ(["erase", "--person", "root", "--yes"]);
    expect(code).toBe(1);
    const left = [...out.matchAll(/^ {2}left {2}(.*):\d+$/gm)].map(([, file]) => file);
    expect(left).toEqual([
      ".orchestration/.state/accepted/.orchestration/active_intents.yaml",
      ".orchestration/.state/accepted/.orchestration/config.yaml",
      ".orchestration/active_intents.yaml",
      ".orchestration/config.yaml",
    ]);
  });

  it("leaves no name of a file behind, and no copy for undo however new", async () => {
    const bed = await twoSessions();
    const copies = join(bed.root, ".orchestration/.state/undo");
    const content = "what a person wrote";
    const { createHash } = await import("node:crypto");
    const digest = createHash("sha256").update(content).digest("hex");
    const state = join(bed.root, ".orchestration/.state");
    await openFileSnapshots(state).putObject(`sha256:${digest}`, Buffer.from(content));
    const before = { hash: `sha256:${digest}`, mode: 420, kind: "file" };
    const files = [{ path: "src/auth/a1.ts", before, after: null }];
    await mkdir(join(copies, "records"), { recursive: true });
    await bed.put(
      ".orchestration/.state/undo/records/u.json",
      JSON.stringify({ id: "U-1", at: new Date().toISOString(), session: "S-ada-2", files }),
    );
    await bed.put(".orchestration/.state/locks/session-i-=s-ada-2.id.lock", "");
    await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    const names = await readdir(join(bed.root, ".orchestration"), { recursive: true });
    expect(names.filter((name) => name.includes("ada-2") || name.includes(digest.slice(2)))).toEqual([]);
  });

  it("is nothing that says of itself that it was erased, and no second conversation", async () => {
    const bed = await twoSessions();
    const [line = ""] = linesOf(bed, tracesFile);
    const foreign = JSON.parse(line);
    const { v, writer, seq, prev, ...metadata } = foreign.metadata;
    const [conversation] = foreign.files[0].conversations;
    const second = {
      ...foreign,
      id: "second",
      metadata: { ...metadata, session: "S-other", erased: true, writer: "", seq: 0 },
    };
    second.files[0].conversations = [
      { ...conversation, url: "S-first" },
      { ...conversation, url: "S-second" },
    ];
    tamper(bed, tracesFile, (lines) => [JSON.stringify(second), ...lines]);
    await ok(bed.writ(["erase", "--session", "S-second", "--yes"]));
    expect(await filesWith(bed, "S-second")).toEqual([]);
    expect(await verified(bed)).toMatchObject({ ok: true });
  });

  it("is every place of the state: whoever adds one says whom it tells of", async () => {
    const sources = await readdir("packages", { recursive: true });
    const found = new Set<string>();
    for (const name of sources.filter((one) => /^[a-z]+\/src\/.*(?<!\.test)\.ts$/.test(one))) {
      const text = readFileSync(join("packages", name), "utf8");
      const calls = text.matchAll(
        /(?:statePath\((?:[^()]|\([^()]*\))*?,\s*|join\((?:[^()]|\([^()]*\))*?\b(?:state|"\.state"),\s*)"([\w.-]+)"(?:,\s*"([\w.-]+)")?/g,
      );
      for (const [, first = "", second = ""] of calls)
        found.add(["undo", "published"].includes(first) ? `${first}/${second}` : first);
    }
    expect(found.size).toBeGreaterThan(25);
    expect([...found].filter((name) => !(name in statePlaces))).toEqual([]);
  });
});

it("whose data goes is said in one way", async () => {
  const bed = await guarded();
  expect(await bed.writ(["erase", "--session", "s2", "--person", "Ada"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("more than one way"),
  });
  expect(await bed.writ(["erase"])).toMatchObject({ code: 2, err: expect.stringContaining("not said whose") });
});

describe("what another branch has of it", () => {
  /** A session's records are on a branch; main, which is checked out, never had them. */
  const onBranch = async () => {
    const bed = await twoSessions();
    bed.git("switch", "--quiet", "--create", "feat");
    await works(bed, "S-bob-1", ["src/auth/c1.ts"]);
    await commit(bed, "bob");
    const file = bed.git("diff", "--name-only", "HEAD~1", "--", ".orchestration/ledger");
    bed.git("switch", "--quiet", "main");
    return { bed, file };
  };
  const erasing = ["erase", "--session", "S-bob-1", "--yes"];

  it("is named, and is no success, until it is erased there too", async () => {
    const { bed, file } = await onBranch();
    for (const says of ["Erased 1 change", "Nothing of that can be erased by itself"]) {
      const { code, out } = await bed.writ(erasing);
      expect(code).toBe(1);
      expect(out).toContain(says);
      expect(out).toContain(`left  ${file} (on feat)`);
    }
    bed.git("switch", "--quiet", "feat");
    expect(await ok(bed.writ(erasing))).toContain("2 published records in 1 file");
    await commit(bed, "erased");
    bed.git("switch", "--quiet", "main");
    expect(await bed.writ(erasing)).toMatchObject({ code: 1, err: expect.stringContaining("No session on record") });
  });

  it("is told of when it is back", async () => {
    const { bed, file } = await onBranch();
    await bed.writ(erasing);
    bed.git("merge", "--quiet", "--no-edit", "feat");
    expect(await verified(bed)).toMatchObject({
      ok: true,
      notices: [{ file, line: 1, reason: "2 records were erased, and here again: run the same writ erase again" }],
    });
    await ok(bed.writ(erasing));
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [] });
    expect(await filesWith(bed, "S-bob-1")).toEqual([]);
  });
});

describe("a record in no chain", () => {
  it("goes altogether, and the chain behind it stays whole", async () => {
    const bed = await twoSessions();
    const lines = linesOf(bed, tracesFile);
    const pretty = JSON.stringify(JSON.parse(lines[4] ?? ""), null, 2).split("\n");
    tamper(bed, tracesFile, (all) => [...pretty, ...all]);
    expect(await verified(bed)).toMatchObject({ ok: true });
    await ok(bed.writ(["erase", "--session", "S-ada-2", "--yes"]));
    expect(await verified(bed)).toMatchObject({ ok: true, problems: [] });
    expect(await filesWith(bed, "S-ada-2")).toEqual([]);
  });
});

describe("two erasures of the same", () => {
  it("leave the same lines, so that branches fit each other", async () => {
    const bed = await twoSessions();
    const file = publishedFile(bed);
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    for (const place of [bed, clone]) await ok(place.writ(["erase", "--session", "S-ada-2", "--yes"]));
    const own = linesOf(bed, file);
    expect(stones(bed, file)).toHaveLength(4);
    expect(linesOf(clone, file)).toEqual(own.slice(0, linesOf(clone, file).length));
    expect(stones(bed, file).join("\n")).not.toContain('"symbols"');
  });
});

describe("erasing where one tracked ledger holds everything", () => {
  it("leaves a clone that can account for every tombstone", async () => {
    const bed = await governed({}, { config: "ledger: single\n" });
    await bed.put(".orchestration/.gitignore", "decisions.jsonl\nintent_map.md\n.state/\n");
    await works(bed, "S-ada-1", ["src/auth/a1.ts", "src/auth/a2.ts"]);
    await commit(bed, "work");
    await ok(bed.writ(["verify", "--anchor"]));
    await ok(bed.writ(["erase", "--session", "S-ada-1", "--yes"]));
    await commit(bed, "erased");
    const clone = await folder();
    clone.git("clone", "--quiet", bed.root, ".");
    clone.git("fetch", "--quiet", "origin", "+refs/notes/writ:refs/notes/writ");
    for (const place of [bed, clone]) expect(await verified(place)).toMatchObject({ ok: true, problems: [] });
    expect(stones(clone, tracesFile)).toHaveLength(2);
  });
});

describe("erasing a person", () => {
  it("takes out what they decided and who they are", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["pause", "30m", "--reason", "large rename"]));
    await ok(bed.writ(["pause", "--end"]));
    const by = decisionsIn(bed.root).at(-1)?.by ?? "";
    expect(by).toMatch(/^p-/);
    expect(await filesWith(bed, "ada@example.com")).toEqual([".orchestration/.state/people.json"]);
    expect(await ok(bed.writ(["erase", "--person", "ada@example.com", "--dry-run"]))).toContain("2 decisions");
    expect(await ok(bed.writ(["erase", "--person", "p-0123456789"]))).toContain("Nothing is kept of that");
    await bed.put(
      ".orchestration/.state/evidence/e.json",
      JSON.stringify({ intent: "INT-001", at: "2026-01-01", by, revision: "x", closed: true, checks: [] }),
    );
    await ok(bed.writ(["erase", "--person", "ADA", "--yes"]));
    expect(await filesWith(bed, "ada@example.com")).toEqual([]);
    expect(await filesWith(bed, by)).toEqual([]);
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "erased", by: "p-erased" });
    expect(await verified(bed)).toMatchObject({ ok: true, erased: 2 });
    expect(await bed.writ(["erase", "--person", "nobody", "--yes"])).toMatchObject({ code: 1 });
  });
});

describe("erasing a person whose pause goes on", () => {
  it("leaves the pause, without them and their words", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["pause", "30m", "--reason", "Ada moves files"]));
    await ok(bed.writ(["erase", "--person", "ada@example.com", "--yes"]));
    expect(await filesWith(bed, "Ada")).toEqual([]);
    expect(await json(bed.writ(["pause", "--json"]))).toMatchObject({ paused: true, by: "p-erased" });
  });
});

describe("erasing what is old", () => {
  it("takes out everything before a day, but not what was erased and repaired then", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["erase", "--session", "S-ada-1", "--yes"]));
    expect(await ok(bed.writ(["erase", "--before", "2020-01-01", "--yes"]))).toContain("Nothing is kept of that");
    await ok(bed.writ(["erase", "--before", "2999-01-01", "--yes"]));
    expect(stones(bed, tracesFile)).toHaveLength(6);
    expect(linesOf(bed, decisionsFile).filter((line) => line.includes('"decision":"erased"'))).toHaveLength(2);
    expect(await verified(bed)).toMatchObject({ ok: true });
    expect(existsSync(join(bed.root, ".orchestration/.state/index.sqlite"))).toBe(false);
  });
});

describe("erasing", () => {
  it("wants to know whose data, and whether it is meant", async () => {
    const bed = await twoSessions();
    expect(await bed.writ(["erase"])).toMatchObject({ code: 2 });
    expect(await bed.writ(["erase", "--session", "a", "--before", "2d"])).toMatchObject({ code: 2 });
    expect(await bed.writ(["erase", "--before", "soon"])).toMatchObject({ code: 2 });
    const several = await bed.writ(["erase", "--session", "S-ada", "--yes"]);
    expect(several).toMatchObject({ code: 1 });
    expect(several.err).toContain("S-ada-1, S-ada-2");
    await works(bed, "5e551011-aaaa", ["src/auth/c1.ts"]);
    expect(await ok(bed.writ(["erase", "--session", "5e551011", "--dry-run"]))).toContain("1 change");
    const unasked = await bed.writ(["erase", "--session", "S-ada-1"]);
    expect(unasked).toMatchObject({ code: 2 });
    expect(unasked.err).toContain("--yes");
    expect((await startAgent(bed).writ(["erase", "--session", "S-ada-1", "--yes"])).err).toContain("PERSON_ONLY");
    expect(stones(bed, tracesFile)).toEqual([]);
  });

  it.runIf(hasTerminal)("asks on a terminal, and says that it cannot be undone", async () => {
    const bed = await twoSessions();
    const no = await bed.writOnTerminal(["erase", "--session", "S-ada-1"], [["Erase it?", "n\r"]]);
    expect(no.code).not.toBe(0);
    expect(no.out).toContain("It cannot be undone");
    expect(stones(bed, tracesFile)).toEqual([]);
    const yes = await bed.writOnTerminal(["erase", "--session", "S-ada-1"], [["Erase it?", "y\r"]]);
    expect(yes.code).toBe(0);
    expect(stones(bed, tracesFile)).toHaveLength(3);
  });
});
