import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { type Bed, guarded, json, ok } from "./cli-bed.ts";

const session = { id: "s-1", agent: "claude-code" } as const;

/** An agent that writes files under INT-001, one after the other, through the engine. */
async function working(bed: Bed, files: Readonly<Record<string, string>>): Promise<void> {
  const writ = await createWrit(bed.root);
  await writ.select(session, "INT-001", "library");
  for (const [path, content] of Object.entries(files)) {
    const event = {
      at: new Date().toISOString(),
      session,
      cwd: bed.root,
      request: { tool: "write_to_file", input: { path, content }, callId: path },
    };
    const { verdict } = await writ.before({ ...event, name: "tool.before" });
    if (verdict.kind !== "pass") continue;
    await bed.put(path, content);
    await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
  }
  await writ.close();
}

const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("writ log", () => {
  it("shows changes and decisions as JSON lines, oldest first", async () => {
    const bed = await guarded();
    await working(bed, { "src/auth/a.ts": "a\n", "src/billing/b.ts": "b\n", "src/auth/c.ts": "c\n" });
    const records = lines(await ok(bed.writ(["log", "--json"])));
    const stamps = records.map(({ timestamp }) => timestamp);
    expect(stamps).toEqual([...stamps].sort());
    expect(records.filter(({ kind }) => kind === "trace").map(({ files }) => files[0].relative_path)).toEqual([
      "src/auth/a.ts",
      "src/auth/c.ts",
    ]);
    expect(records).toContainEqual(
      expect.objectContaining({ kind: "decision", decision: "refused", code: "SCOPE_VIOLATION" }),
    );
  });

  it("filters by file, intent, session, time and number", async () => {
    const bed = await guarded();
    await working(bed, { "src/auth/a.ts": "a\n", "src/auth/c.ts": "c\n" });
    expect(lines(await ok(bed.writ(["log", "--json", "--file", "src/auth/c.ts"])))).toHaveLength(1);
    const inside = { cwd: join(bed.root, "src/auth") };
    expect(lines(await ok(bed.writ(["log", "--json", "--file", "./c.ts"], inside)))).toHaveLength(1);
    expect(lines(await ok(bed.writ(["log", "--json", "-n", "1"])))).toMatchObject([{ kind: "trace" }]);
    expect(await bed.writ(["log", "--intent", "INT-404"])).toMatchObject({ code: 1, out: "" });
    expect(await ok(bed.writ(["log", "--json", "--session", "nobody"]))).toBe("");
    expect(await ok(bed.writ(["log", "--json", "--since", "2999-01-01"]))).toBe("");
    expect(await ok(bed.writ(["log", "--file", "src/auth/a.ts"]))).toMatch(
      /changed\s+INT-001\s+create src\/auth\/a.ts:1$/m,
    );
  });

  it("reads on past lines that are no records, and says how many", async () => {
    const bed = await guarded();
    await working(bed, { "src/auth/a.ts": "a\n" });
    await appendFile(join(bed.root, ".orchestration/agent_trace.jsonl"), "not a record\n");
    const { code, out, err } = await bed.writ(["log", "--json"]);
    expect(code).toBe(0);
    expect(lines(out).some(({ kind }) => kind === "trace")).toBe(true);
    expect(err).toContain("1 line could not be read");
  });
});

describe("writ verify", () => {
  it("finds what was edited, with file and line", async () => {
    const bed = await guarded();
    await working(bed, { "src/auth/a.ts": "a\n", "src/auth/c.ts": "c\n" });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true, problems: [] });
    const file = join(bed.root, ".orchestration/agent_trace.jsonl");
    await writeFile(file, (await readFile(file, "utf8")).replace("src/auth/a.ts", "src/auth/x.ts"));
    const { code, out } = await bed.writ(["verify", "--json"]);
    expect(code).toBe(1);
    const { ok: intact, problems } = JSON.parse(out);
    expect(intact).toBe(false);
    expect(problems[0]).toMatchObject({
      file: expect.stringContaining("agent_trace.jsonl"),
      line: expect.any(Number),
      reason: expect.any(String),
    });
    expect((await bed.writ(["verify"])).out).toMatch(/agent_trace\.jsonl:\d+: /);
  });
});

describe("publishing", () => {
  it("puts the records of the committed files into the commit", async () => {
    const bed = await guarded();
    await working(bed, { "src/auth/a.ts": "a\n" });
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "work");
    expect(bed.git("show", "--name-only", "--format=", "HEAD")).toMatch(
      /\.orchestration\/ledger\/\d{4}-\d{2}\/.*\.jsonl/,
    );
    expect(bed.git("status", "--porcelain")).toBe("");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("says what a commit had and does not carry, until the next one takes it along", async () => {
    const bed = await guarded();
    await working(bed, { "src/auth/a.ts": "a\n" });
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ unpublished: 0 });
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "work");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ unpublished: 1 });
    expect(await ok(bed.writ(["status"]))).toMatch(
      /^1 recorded change is committed without the record.*writ publish$/m,
    );
    await bed.put("other.txt", "by a person\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "more");
    expect(bed.git("show", "--name-only", "--format=", "HEAD")).toContain(".orchestration/ledger/");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ unpublished: 0 });
  });

  it("says when there is nothing to publish, and nothing in a hook", async () => {
    const bed = await guarded();
    // That the intent was accepted is a person's word, which goes out with the first commit.
    expect(await ok(bed.writ(["publish", "--hook"]))).toContain("1 decision");
    expect(await ok(bed.writ(["publish", "--hook"]))).toBe("");
    expect(await ok(bed.writ(["publish"]))).toContain("Nothing to publish");
  });
});

describe("writ pause", () => {
  it("lets agents go on, records it, and ends", async () => {
    const bed = await guarded();
    expect(await bed.writ(["pause", "30m"])).toMatchObject({ code: 2, err: expect.stringContaining("reason") });
    expect(await bed.writ(["pause", "48h", "--reason", "x"])).toMatchObject({ code: 2 });
    await ok(bed.writ(["pause", "30m", "--reason", "large rename"]));
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ pause: { reason: "large rename" } });
    expect(await ok(bed.writ(["pause"]))).toContain("large rename");
    await ok(bed.writ(["pause", "--end"]));
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ pause: null });
    const said = lines(await ok(bed.writ(["log", "--json"]))).map(({ decision }) => decision);
    expect(said).toEqual(expect.arrayContaining(["paused", "resumed"]));
  });
});

describe("writ explain", () => {
  it.each([
    ["src/auth/a.ts", "pass", 0],
    ["src/billing/b.ts", "SCOPE_VIOLATION", 1],
    [".orchestration/config.yaml", "PROTECTED_PATH", 1],
    ["/etc/passwd", "PATH_OUTSIDE_WORKSPACE", 1],
  ])("says of %s: %s", async (path, said, code) => {
    const bed = await guarded();
    const answer = await bed.writ(["explain", path, "--intent", "INT-001"]);
    expect(answer.code).toBe(code);
    expect(answer.out).toContain(said);
  });

  it("takes a path from where it is typed", async () => {
    const bed = await guarded();
    expect(
      (await bed.writ(["explain", "a.ts", "--path", "--intent", "INT-001"], { cwd: join(bed.root, "src/auth") })).code,
    ).toBe(0);
    expect(
      (await bed.writ(["explain", "b.ts", "--path", "--intent", "INT-001"], { cwd: join(bed.root, "src/billing") }))
        .code,
    ).toBe(1);
  });

  it.each([
    [["a.ts", "--path"], "modify src/auth/a.ts"],
    [["rm login.ts"], "delete src/auth/login.ts"],
  ])("tells paths from the root, wherever it is asked: %j", async (args, said) => {
    const bed = await guarded();
    const { out } = await bed.writ(["explain", ...args, "--intent", "INT-001"], { cwd: join(bed.root, "src/auth") });
    expect(out).toMatch(new RegExp(said.replace("modify", "(modify|create)")));
    expect(out).not.toContain(bed.root);
  });

  it("says that an objection does not hold while it does not", async () => {
    const bed = await guarded();
    await ok(bed.writ(["pause", "30m", "--reason", "big rename"]));
    const outside = await bed.writ(["explain", "src/billing/b.ts", "--intent", "INT-001"]);
    expect(outside).toMatchObject({
      code: 0,
      out: expect.stringMatching(/SCOPE_VIOLATION\n {2}paused until .*would run/),
    });
    const guard = await bed.writ(["explain", ".orchestration/config.yaml", "--intent", "INT-001"]);
    expect(guard).toMatchObject({ code: 1, out: expect.not.stringContaining("would run") });
    await ok(bed.writ(["pause", "--end"]));
    await bed.put(".orchestration/config.yaml", "mode: observe\n");
    await ok(bed.writ(["trust", "--yes"]));
    expect(await ok(bed.writ(["explain", "src/billing/b.ts", "--intent", "INT-001"]))).toContain(
      "observe mode: it would run",
    );
  });

  it("answers JSON lines with JSON lines", async () => {
    const bed = await guarded();
    const event = {
      hook_event_name: "PreToolUse",
      session_id: "s",
      cwd: bed.root,
      tool_name: "Write",
      tool_input: { file_path: join(bed.root, "src/auth/a.ts"), content: "x" },
    };
    const asked = [
      { path: "src/auth/a.ts" },
      { path: "src/billing/b.ts" },
      { command: "ls" },
      { event, agent: "claude-code" },
    ];
    const stdin = asked.map((one) => `${JSON.stringify(one)}\n`).join("");
    const answers = lines(await ok(bed.writ(["explain", "--stdin", "--json", "--intent", "INT-001"], { stdin })));
    expect(answers.map(({ verdict, code }) => [verdict, code])).toEqual([
      ["pass", null],
      ["deny", "SCOPE_VIOLATION"],
      ["pass", null],
      ["pass", null],
    ]);
    const keys = ["verdict", "code", "message", "effects"];
    const ofCommand = [...keys, "class", "programs", "tree"];
    expect(answers.map((answer) => Object.keys(answer))).toEqual([keys, keys, ofCommand, keys]);
    expect(answers[1].effects).toMatchObject([{ path: "src/billing/b.ts", certainty: "exact" }]);
  });

  it("answers also what it cannot read, one line each", async () => {
    const bed = await guarded();
    const { code, out } = await bed.writ(["explain", "--stdin", "--json"], {
      stdin: 'nonsense\n{"path":"src/auth/a.ts"}\n',
    });
    expect(code).toBe(2);
    expect(lines(out).map((answer) => answer.code)).toEqual(["PAYLOAD_INVALID", "NO_ACTIVE_INTENT"]);
  });
});

describe("writ trust", () => {
  it("shows what is loosened, and trusts exactly that file", async () => {
    const bed = await guarded();
    await bed.put(".orchestration/config.yaml", "mode: observe\n");
    expect(await bed.writ(["trust"])).toMatchObject({ code: 2, out: expect.stringContaining("mode: observe") });
    await ok(bed.writ(["trust", "--yes"]));
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ mode: "observe", untrusted: [] });
    await bed.put(".orchestration/config.yaml", "mode: observe\n# changed\n");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ mode: "enforce", untrusted: ["mode"] });
  });

  it("says what would have been refused in observe mode, and what helps", async () => {
    const bed = await guarded();
    await bed.put(".orchestration/config.yaml", "mode: observe\n");
    await ok(bed.writ(["trust", "--yes"]));
    await working(bed, { "src/billing/b.ts": "b\n" });
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      observed: [{ code: "SCOPE_VIOLATION", times: 1 }],
    });
    expect(await ok(bed.writ(["status"]))).toContain("--add-scope");
  });
});
