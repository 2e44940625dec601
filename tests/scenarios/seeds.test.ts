import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HookEngine } from "writ";
import { json, ok } from "./cli-bed.ts";
import { decisionsIn, governed, historyWritten, startAgent, tracesIn } from "./harness.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe("select, write, trace (R158)", () => {
  it("records a change as S1 does, key by key, and everything else under metadata", async () => {
    const bed = await governed({ "src/auth/jwt.ts": "one\ntwo\nthree\n" });
    const claude = startAgent(bed).session("s-1");
    expect((await claude.write("src/auth/jwt.ts", "x")).says).toBe("NO_ACTIVE_INTENT");
    expect((await claude.select("INT-001")).says).toBe("pass");
    expect((await claude.edit("src/auth/jwt.ts", "two\n", "TWO\nTWO AND A HALF\n")).says).toBe("pass");

    const after = "one\nTWO\nTWO AND A HALF\nthree\n";
    expect(await bed.read("src/auth/jwt.ts")).toBe(after);
    const records = tracesIn(bed.root);
    expect(records).toStrictEqual([
      {
        id: uuid,
        timestamp: instant,
        vcs: { revision_id: bed.git("rev-parse", "HEAD") },
        files: [
          {
            relative_path: "src/auth/jwt.ts",
            conversations: [
              {
                url: "s-1",
                contributor: { entity_type: "AI", model_identifier: "unknown" },
                ranges: [{ start_line: 2, end_line: 3, content_hash: hash("TWO\nTWO AND A HALF\n") }],
                related: [{ type: "specification", value: "INT-001" }],
              },
            ],
          },
        ],
        metadata: {
          v: 1,
          writer: expect.stringMatching(/^[0-9a-f]{12}$/),
          seq: 1,
          prev: null,
          agent: "claude-code",
          session: "s-1",
          tool: "Edit",
          tool_name: "edit",
          invocation_id: uuid,
          call_id: expect.stringMatching(/^toolu_s-1_/),
          intent: "INT-001",
          mutation_class: "INTENT_EVOLUTION",
          files: {
            "src/auth/jwt.ts": {
              op: "modify",
              before: hash("one\ntwo\nthree\n"),
              after: hash(after),
              removed: 1,
              blob: bed.git("hash-object", "src/auth/jwt.ts"),
              blob_before: bed.git("rev-parse", "HEAD:src/auth/jwt.ts"),
              class: "INTENT_EVOLUTION",
              change: {
                length: 4,
                kept: [
                  [1, 1, 1],
                  [4, 1, 3],
                ],
              },
              sums: [expect.stringMatching(/^3\./), expect.stringMatching(/^b\./)],
            },
          },
          lines: { "src/auth/jwt.ts": [expect.any(String), expect.any(String)] },
        },
      },
    ]);
    expect(Object.keys(records[0] ?? {})).toEqual(["id", "timestamp", "vcs", "files", "metadata"]);
    expect(await bed.read(".orchestration/intent_map.md")).toContain("src/auth/jwt.ts");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("records a new file as one range, in a chain, and tells the next session about it", async () => {
    const bed = await governed();
    const agent = startAgent(bed);
    const first = agent.session("s-1");
    await first.select("INT-001");
    await first.write("src/auth/a.ts", "1\n2\n3");
    await first.write("src/auth/b.ts", "b\n");
    const [one, two] = tracesIn(bed.root);
    expect(one?.files[0]?.conversations[0]?.ranges).toEqual([
      { start_line: 1, end_line: 3, content_hash: hash("1\n2\n3") },
    ]);
    expect(one?.metadata.files["src/auth/a.ts"]).toMatchObject({ op: "create", before: null });
    expect([one?.metadata.seq, two?.metadata.seq]).toEqual([1, 2]);
    const lines = (await bed.read(".orchestration/agent_trace.jsonl")).split("\n");
    expect(two?.metadata.prev).toBe(hash(lines[0] ?? ""));

    const { context } = await agent.session("s-2").select("INT-001");
    expect(context).toContain("<file>src/auth/a.ts</file>");
    expect(context).toContain("Must not use external auth providers");
    expect(context).not.toContain("INT-002");
  });

  it("writes the history into the tracked file when the session ends, and not before", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const selected = await bed.read(".orchestration/active_intents.yaml");
    expect(selected).toContain("# who works on what");
    expect(selected).toMatch(/id: INT-001\n.*\n\s+status: IN_PROGRESS/);
    await claude.write("src/auth/a.ts", "a\n");
    await claude.write("src/billing/a.ts", "a\n");
    expect(await bed.read(".orchestration/active_intents.yaml")).toBe(selected);
    await claude.end();
    await historyWritten(bed, "BLOCKED");
    const [intent] = JSON.parse(await ok(bed.writ(["intent", "list", "--json"])));
    expect(intent.recent_history).toEqual([
      "PRE_HOOK write_to_file",
      "POST_HOOK write_to_file OK",
      "POST_HOOK write_to_file BLOCKED",
    ]);
  });
});

describe("a change outside the scope (R158)", () => {
  it("is refused with what to do, is written down, and changes nothing", async () => {
    const bed = await governed({ "AGENT.md": "# Ours\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const { code, error } = await claude.write("src/billing/tax.ts", "x\n");
    expect(code).toBe(0);
    expect(error).toMatchObject({
      type: "tool_error",
      code: "SCOPE_VIOLATION",
      message: "Scope Violation: INT-001 is not authorized to edit src/billing/tax.ts. Request scope expansion.",
      recoverable: true,
      suggestion: expect.stringContaining("request_scope_expansion"),
      meta: {
        intent: "INT-001",
        path: "src/billing/tax.ts",
        violations: ["src/billing/tax.ts"],
        owned_scope: ["src/auth/**", "src/middleware/jwt.ts"],
      },
    });
    expect(existsSync(join(bed.root, "src/billing/tax.ts"))).toBe(false);
    expect(tracesIn(bed.root)).toEqual([]);
    const brain = await bed.read("AGENT.md");
    expect(brain).toMatch(/^# Ours\n/);
    expect(brain).toMatch(/- \S+Z \[scope SCOPE_VIOLATION\] INT-001 may not change `src\/billing\/tax.ts`/);
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({
      decision: "refused",
      code: "SCOPE_VIOLATION",
      session: "s-1",
      intent: "INT-001",
      paths: ["src/billing/tax.ts"],
    });
    expect(await ok(bed.writ(["log"]))).toContain("SCOPE_VIOLATION");
  });
});

describe("two agents and one file (R158, R160)", () => {
  it("the second writer is stale until it has read the file again", async () => {
    const bed = await governed({ "src/auth/jwt.ts": "start\n" });
    const [architect, builder] = [startAgent(bed).session("architect"), startAgent(bed).session("builder")];
    for (const one of [architect, builder]) {
      await one.select("INT-001");
      await one.read("src/auth/jwt.ts");
    }
    expect((await architect.write("src/auth/jwt.ts", "start\nfrom the architect\n")).says).toBe("pass");
    const { error } = await builder.write("src/auth/jwt.ts", "start\nfrom the builder\n");
    expect(error).toMatchObject({
      code: "STALE_FILE",
      message: expect.stringContaining("Stale File: src/auth/jwt.ts"),
      suggestion: expect.stringContaining("Read the file again"),
      meta: {
        path: "src/auth/jwt.ts",
        expected_hash: hash("start\n"),
        current_hash: hash("start\nfrom the architect\n"),
        diff_preview: expect.arrayContaining(["-from the architect", "+from the builder"]),
      },
    });
    expect(await bed.read("src/auth/jwt.ts")).toBe("start\nfrom the architect\n");
    // Refused again, since nothing was read meanwhile.
    expect((await builder.write("src/auth/jwt.ts", "start\nfrom the builder\n")).says).toBe("STALE_FILE");
    await builder.read("src/auth/jwt.ts");
    expect((await builder.edit("src/auth/jwt.ts", "start\n", "begin\n")).says).toBe("pass");
    expect(tracesIn(bed.root).map(({ metadata }) => [metadata.session, metadata.raced])).toEqual([
      ["architect", undefined],
      ["builder", undefined],
    ]);
    // And now it is the architect who has not seen the newest.
    expect((await architect.edit("src/auth/jwt.ts", "begin", "go")).says).toBe("STALE_FILE");
  });

  it("a file that was deleted or created meanwhile is stale too", async () => {
    const bed = await governed({ "src/auth/old.ts": "old\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.read("src/auth/old.ts");
    await claude.read("src/auth/new.ts");
    bed.git("rm", "--quiet", "src/auth/old.ts");
    await bed.put("src/auth/new.ts", "somebody else's\n");
    expect((await claude.write("src/auth/old.ts", "x\n")).error).toMatchObject({
      code: "STALE_FILE",
      meta: { current_hash: null },
    });
    expect((await claude.write("src/auth/new.ts", "x\n")).error).toMatchObject({
      code: "STALE_FILE",
      meta: { expected_hash: null },
    });
  });

  it("a write between the decision and the tool is recorded as a lost race (R79)", async () => {
    const bed = await governed({ "src/auth/jwt.ts": "start\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const input = { file_path: join(bed.root, "src/auth/jwt.ts"), content: "mine\n" };
    await claude.call("Write", input, () => bed.put("src/auth/jwt.ts", "somebody else's\n"));
    expect(tracesIn(bed.root)[0]?.metadata.raced).toEqual(["src/auth/jwt.ts"]);
  });
});

describe("a tool that fails (R109)", () => {
  it("leaves a lesson and a history entry without its output, and no trace", async () => {
    const bed = await governed({ "src/auth/jwt.ts": "start\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const input = { file_path: join(bed.root, "src/auth/jwt.ts"), old_string: "absent", new_string: "x" };
    expect((await claude.before("Edit", input, { id: "t-1" })).says).toBe("pass");
    expect((await claude.failed("Edit", input, { id: "t-1" })).says).toBe("pass");
    expect(tracesIn(bed.root)).toEqual([]);
    const brain = await bed.read("AGENT.md");
    expect(brain).toContain("[failure TOOL_FAILED] `edit` failed on `src/auth/jwt.ts`");
    expect(brain).not.toContain("Exit code 1");
    await claude.end();
    await historyWritten(bed, "FAILED");
    expect(await ok(bed.writ(["intent", "list", "--json"]))).toContain("POST_HOOK edit FAILED");
  });
});

describe("the library (R110)", () => {
  it("completes the intent when the host says the work is done, and closes it", async () => {
    const bed = await governed();
    const engine = new HookEngine({ approval: "risky" });
    engine.registerDefaultHooks();
    const session = { id: "task-1", cwd: bed.root };
    const call = (tool: string, payload: unknown, execute: () => unknown = () => "ok") =>
      engine.executeTool(tool, payload, { session, execute });
    const write = (path: string) =>
      call("write_to_file", { path, content: "a\n" }, () => {
        mkdirSync(join(bed.root, "src/auth"), { recursive: true });
        writeFileSync(join(bed.root, path), "a\n");
      });
    await call("select_active_intent", { intent_id: "INT-001" });
    expect((await write("src/auth/a.ts")).allowed).toBe(true);
    await call("attempt_completion", { result: "done" });
    const [intent] = JSON.parse(await ok(bed.writ(["intent", "list", "--json"])));
    expect(intent).toMatchObject({ id: "INT-001", status: "COMPLETE" });
    expect(await bed.read("AGENT.md")).toContain("[completion] INT-001 was completed");
    expect((await write("src/auth/b.ts")).blocked).toMatchObject({ code: "INTENT_CLOSED" });
    expect(tracesIn(bed.root)).toHaveLength(1);
  });

  it("a child works under its parent's intent, and not under anybody else's (R58)", async () => {
    const bed = await governed();
    const engine = new HookEngine({ approval: "risky" });
    engine.registerDefaultHooks();
    const as = (id: string, parent?: string) => (tool: string, payload: unknown) =>
      engine.executeTool(tool, payload, {
        session: { id, cwd: bed.root, ...(parent === undefined ? {} : { parent }) },
        execute: () => mkdirSync(join(bed.root, "src/auth"), { recursive: true }),
      });
    await as("parent")("select_active_intent", { intent_id: "INT-001" });
    const input = { path: "src/auth/a.ts", content: "a\n" };
    expect((await as("child", "parent")("write_to_file", input)).allowed).toBe(true);
    expect((await as("stranger")("write_to_file", input)).blocked).toMatchObject({ code: "NO_ACTIVE_INTENT" });
    expect((await as("orphan", "stranger")("write_to_file", input)).blocked).toMatchObject({
      code: "NO_ACTIVE_INTENT",
    });
  });
});
