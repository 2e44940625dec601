import { createHash } from "node:crypto";
import { type Aftermath, type ChangedFile, defaultConfig, type FileContent, type Write } from "@writ/contracts";
import { aCall, aCommand, aFile, anEvent, anIntent, aSession, aWrite, factsWith, someTime } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { record } from "../record.ts";
import { memory } from "./memory.ts";
import { refusalWrites } from "./refusal.ts";
import { trace } from "./trace.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const content = (text: string): FileContent => ({ hash: hash(text), size: text.length, text, binary: false });
const binary = (bytes: string): FileContent => ({ hash: hash(bytes), size: 3, text: null, binary: true });
const changed = (path: string, before: string | null, after: string | null): ChangedFile => ({
  path,
  op: before === null ? "create" : after === null ? "delete" : "modify",
  before: before === null ? null : content(before),
  after: after === null ? null : content(after),
});

function anAftermath(over: Partial<Aftermath> = {}): Aftermath {
  return {
    call: aWrite("src/auth/a.ts"),
    event: anEvent({ name: "tool.after", outcome: { status: "ok" } }),
    facts: {
      config: defaultConfig,
      intents: { state: "ok", intents: [anIntent()] },
      session: aSession(),
      now: someTime,
    },
    intent: "INT-001",
    pending: null,
    changed: [changed("src/auth/a.ts", "a\nb\n", "a\nB\n")],
    raced: [],
    revision: "abc",
    mutationClass: "INTENT_EVOLUTION",
    known: () => null,
    unwatched: false,
    pieces: [],
    hash,
    id: () => "00000000-0000-4000-8000-000000000000",
    ...over,
  };
}

const ended = (status: "ok" | "failed" | "blocked" | "unknown") => anEvent({ name: "tool.after", outcome: { status } });
const only = <K extends Write["kind"]>(writes: readonly Write[], kind: K) =>
  writes.filter((write): write is Extract<Write, { kind: K }> => write.kind === kind);
const traceOf = (over: Partial<Aftermath>) => only(trace.record(anAftermath(over)), "trace")[0]?.record;
const pendingCall = {
  callId: "call-1",
  invocationId: "id",
  session: "session-1",
  tool: "Write",
  toolName: "write_to_file",
  intent: "INT-001",
  at: someTime,
  files: [{ path: "src/auth/a.ts", op: "modify", hash: null, copied: false }],
} as const;

describe("the trace of a change", () => {
  it("says of each file what was touched in it, and of the call whether the agent called it something else", () => {
    const fileClasses = new Map([
      [
        "src/auth/a.ts",
        {
          class: "AST_REFACTOR" as const,
          symbols: [
            { name: "A.b", lines: [1, 2] as const },
            { name: "c", lines: null },
          ],
        },
      ],
    ]);
    const call = aCall({ declaredClass: "INTENT_EVOLUTION" });
    const metadata = traceOf({ call, fileClasses, mutationClass: "AST_REFACTOR" })?.metadata;
    expect(metadata).toMatchObject({ declared_class: "INTENT_EVOLUTION", class_disagrees: true });
    expect(metadata?.files["src/auth/a.ts"]).toMatchObject({
      class: "AST_REFACTOR",
      symbols: ["A.b", "c"],
      symbol_lines: [[1, 2], null],
    });
  });

  it.each([
    ["AST_REFACTOR", "AST_REFACTOR"],
    ["UNKNOWN", "AST_REFACTOR"],
    ["AST_REFACTOR", "UNKNOWN"],
    [undefined, "AST_REFACTOR"],
  ] as const)("does not disagree where %s was said and %s was found", (declaredClass, mutationClass) => {
    const call = aCall(declaredClass === undefined ? {} : { declaredClass });
    expect(traceOf({ call, mutationClass })?.metadata).not.toHaveProperty("class_disagrees");
  });

  it("is S1's record, and the rest is metadata", () => {
    const { metadata, ...rest } =
      traceOf({ event: anEvent({ session: { id: "s", agent: "codex", model: "gpt" } }) }) ?? {};
    expect(rest).toEqual({
      id: "00000000-0000-4000-8000-000000000000",
      timestamp: someTime,
      vcs: { revision_id: "abc" },
      files: [
        {
          relative_path: "src/auth/a.ts",
          conversations: [
            {
              url: "s",
              contributor: { entity_type: "AI", model_identifier: "gpt" },
              ranges: [{ start_line: 2, end_line: 2, content_hash: hash("B\n") }],
              related: [{ type: "specification", value: "INT-001" }],
            },
          ],
        },
      ],
    });
    expect(metadata).toMatchObject({
      agent: "codex",
      tool: "Write",
      tool_name: "write_to_file",
      mutation_class: "INTENT_EVOLUTION",
      files: { "src/auth/a.ts": { op: "modify", before: hash("a\nb\n"), after: hash("a\nB\n"), removed: 1 } },
      lines: { "src/auth/a.ts": [expect.stringMatching(/^[\w-]{8}$/)] },
    });
  });

  it("is one for a call, however many files", () => {
    const writes = trace.record(anAftermath({ changed: [changed("a", null, "x\n"), changed("b", "x\n", null)] }));
    expect(only(writes, "trace").map(({ record: { files } }) => files.map((file) => file.relative_path))).toEqual([
      ["a", "b"],
    ]);
  });

  it.each(["failed", "blocked"] as const)("is not written when the call %s", (status) => {
    expect(record(anAftermath({ event: ended(status) })).map(({ kind }) => kind)).not.toContain("trace");
    expect(record(anAftermath({ event: ended(status) })).map(({ kind }) => kind)).not.toContain("map");
  });

  it("is not written when nothing changed", () => {
    expect(trace.record(anAftermath({ changed: [] }))).toEqual([]);
  });

  it.each([
    ["deleted", changed("a", "x\ny\n", null), { op: "delete", before: hash("x\ny\n"), after: null, removed: 2 }],
    ["binary", { path: "a", op: "modify", before: binary("1"), after: binary("2") }, { op: "modify", binary: true }],
    [
      "renamed",
      { path: "b", from: "a", op: "rename", before: content("x"), after: content("x") },
      { op: "rename", from: "a", removed: 0 },
    ],
  ] as const)("makes no line claims for what is %s", (_what, file, meta) => {
    const written = traceOf({ changed: [file] });
    expect(written?.files[0]?.conversations[0]?.ranges).toEqual([]);
    expect(written?.metadata.files[file.path]).toMatchObject(meta);
  });

  it("claims the whole file where the config says so", () => {
    const facts = { ...anAftermath().facts, config: { ...defaultConfig, ranges: "file" as const } };
    expect(traceOf({ facts })?.files[0]?.conversations[0]?.ranges).toEqual([
      { start_line: 1, end_line: 2, content_hash: hash("a\nB\n") },
    ]);
  });

  it("says what was lost, what was approved, and what would have been said", () => {
    const would = { verdict: "deny", code: "SCOPE_VIOLATION" };
    const metadata = traceOf({
      call: aWrite("src/auth/a.ts", { declaredClass: "AST_REFACTOR" }),
      raced: ["src/auth/a.ts"],
      pending: { ...pendingCall, ticket: "T-1", would },
    })?.metadata;
    expect(metadata).toMatchObject({ raced: ["src/auth/a.ts"], ticket: "T-1", would, declared_class: "AST_REFACTOR" });
  });

  it("stays small: fingerprints go first, then the ranges of a file become one", () => {
    const many = (word: string) => Array.from({ length: 70_000 }, (_, n) => `${word} ${n}\n`).join("");
    const huge = traceOf({ changed: [changed("a", null, many("x"))] });
    expect(huge?.metadata).toMatchObject({ lines: {}, lines_dropped: true });
    expect(JSON.stringify(huge).length).toBeLessThan(2_000);

    const odd = (mark: string) =>
      Array.from({ length: 1_600 }, (_, n) => `${n % 2 === 0 ? "same" : mark} ${n}\n`).join("");
    const files = Array.from({ length: 12 }, (_, n) => changed(`f${n}`, odd("old"), odd("new")));
    const wide = traceOf({ changed: files });
    expect(JSON.stringify(wide).length).toBeLessThan(1_000_000);
    expect(wide?.files[0]?.conversations[0]?.ranges).toHaveLength(1);
    expect(wide?.metadata.files.f0).toMatchObject({ coarse: true });
  });

  it("counts what a quick intent has used", () => {
    const quick = { expiresAt: someTime, maxFiles: 5, maxLines: 200 };
    const facts = { ...anAftermath().facts, intents: { state: "ok" as const, intents: [anIntent({ quick })] } };
    const writes = trace.record(
      anAftermath({ facts, changed: [changed("a", "x\n", "y\nz\n"), changed("b", "x\ny\n", null)] }),
    );
    expect(only(writes, "spent")).toEqual([{ kind: "spent", intent: "INT-001", files: ["a", "b"], lines: 4 }]);
  });
});

describe("the map", () => {
  it("hears of every success, and of evolution", () => {
    expect(only(record(anAftermath()), "map")).toEqual([
      { kind: "map", intent: "INT-001", paths: ["src/auth/a.ts"], evolution: true },
    ]);
    expect(only(record(anAftermath({ mutationClass: "AST_REFACTOR" })), "map")[0]?.evolution).toBe(false);
    expect(only(record(anAftermath({ intent: null })), "map")).toEqual([]);
  });
});

describe("the memory", () => {
  it.each([
    ["ok", "POST_HOOK write_to_file OK"],
    ["unknown", "POST_HOOK write_to_file OK"],
    ["failed", "POST_HOOK write_to_file FAILED"],
    ["blocked", "POST_HOOK write_to_file BLOCKED"],
  ] as const)("of a call that ended %s", (status, entry) => {
    expect(only(memory.record(anAftermath({ event: ended(status) })), "history")).toEqual([
      { kind: "history", intent: "INT-001", entry },
    ]);
  });

  it("is a lesson without any text of the tool when a change failed", () => {
    const failed = anAftermath({ event: ended("failed"), pending: pendingCall, changed: [] });
    expect(only(memory.record(failed), "lesson").map(({ lesson }) => lesson)).toEqual([
      {
        kind: "failure",
        at: someTime,
        intent: "INT-001",
        code: "TOOL_FAILED",
        tool: "write_to_file",
        paths: ["src/auth/a.ts"],
      },
    ]);
    const tests = { ...failed, call: aCommand("npm test -- --token=secret", "runs") };
    expect(only(memory.record(tests), "lesson").map(({ lesson }) => [lesson.code, lesson.tool])).toEqual([
      ["VERIFICATION_FAILED", "execute_command npm"],
    ]);
  });

  it("does not keep what only read, failed or not", () => {
    const call = aCommand("grep x a", "safe");
    expect(record(anAftermath({ call, event: ended("failed"), changed: [] }))).toEqual([]);
    expect(record(anAftermath({ call: aCall({ kind: "safe" }), changed: [] }))).toEqual([]);
  });

  it("holds the session's own write, so that its next one is not stale", () => {
    const moved: ChangedFile = { path: "b", from: "a", op: "rename", before: content("x"), after: content("y") };
    expect(only(memory.record(anAftermath({ changed: [moved] })), "observe")).toEqual([
      { kind: "observe", path: "b", observation: { hash: hash("y"), own: true, tokens: hash("y") } },
      { kind: "observe", path: "a", observation: { hash: null, own: true } },
    ]);
  });

  it.each([
    ["roo", 1],
    ["library", 1],
    ["claude-code", 0],
  ] as const)("of a completion, where %s is the host: %d", (agent, count) => {
    const call = aCall({ toolName: "attempt_completion", kind: "safe" });
    const event = anEvent({ session: { id: "s", agent }, outcome: { status: "ok" } });
    expect(only(memory.record(anAftermath({ call, event, changed: [] })), "lesson")).toHaveLength(count);
  });
});

describe("a step that fails", () => {
  it("is reported, and does not keep the others from being heard", () => {
    const broken = {
      name: "broken",
      record: () => {
        throw new Error("no");
      },
    };
    const heard: string[] = [];
    const writes = record(anAftermath(), [broken, memory], (step) => heard.push(step));
    expect(heard).toEqual(["broken"]);
    expect(only(writes, "decision")[0]?.record).toMatchObject({
      decision: "failed",
      code: "HOOK_INTERNAL_ERROR",
      reason: "step:broken",
    });
    expect(only(writes, "history")).toHaveLength(1);
  });
});

describe("a refusal", () => {
  const stamp = { now: someTime, id: () => "d-1" };
  const problem = (code: "SCOPE_VIOLATION" | "NO_ACTIVE_INTENT" | "APPROVAL_REQUIRED", meta = {}) => ({
    code,
    message: "",
    hint: "",
    recoverable: true,
    meta,
  });
  const call = aWrite("src/billing/a.ts");
  const facts = factsWith({ files: [aFile("src/billing/a.ts")] });

  it("leaves a decision, a lesson and a line of history", () => {
    const violations = ["src/billing/a.ts"];
    const writes = refusalWrites(
      call,
      facts,
      { kind: "deny", problem: problem("SCOPE_VIOLATION", { violations }) },
      stamp,
    );
    expect(only(writes, "decision")[0]?.record).toMatchObject({
      id: "d-1",
      decision: "refused",
      code: "SCOPE_VIOLATION",
      paths: violations,
      tool_name: "write_to_file",
    });
    expect(only(writes, "lesson")[0]?.lesson).toMatchObject({
      kind: "scope",
      code: "SCOPE_VIOLATION",
      paths: violations,
    });
    expect(only(writes, "history")[0]?.entry).toBe("POST_HOOK write_to_file BLOCKED");
  });

  it("of a command holds its programs, never its text", () => {
    const command = aCommand("curl https://x/?token=secret", "opaque");
    const writes = refusalWrites(
      command,
      factsWith(),
      { kind: "deny", problem: problem("APPROVAL_REQUIRED", { risk: "opaque" }) },
      stamp,
    );
    expect(only(writes, "decision")[0]?.record).toMatchObject({
      decision: "asked",
      risk: "opaque",
      programs: ["curl"],
    });
    expect(JSON.stringify(writes)).not.toContain("secret");
  });

  it("without an intent has no history to write to, and no lesson", () => {
    const writes = refusalWrites(
      call,
      factsWith({ session: { intent: null } }),
      { kind: "deny", problem: problem("NO_ACTIVE_INTENT") },
      stamp,
    );
    expect(writes.map(({ kind }) => kind)).toEqual(["decision"]);
  });
});
