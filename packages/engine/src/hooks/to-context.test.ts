import type { About, Call, Event } from "@writ/contracts";
import { aCall, aCommand, anEvent, aWrite } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCall } from "../tools/to-call.ts";
import { toContext } from "./to-context.ts";

const stamp = { root: "/ws", environment: "dev" };
const contextOf = (event: Partial<Event>, about: About & { changedFiles?: string[] } = {}) =>
  toContext(anEvent(event), about, stamp);
const ended = (call: Call, event: Partial<Event> = {}) =>
  contextOf({ name: "tool.after", outcome: { status: "ok" }, ...event }, { call });
const called = (tool: string, input: unknown): Call =>
  toCall({ tool, input, callId: null }, { id: "i", callId: "c", runners: [], tools: {} });

it("tells of a call that has ended what S4 names", () => {
  const event = anEvent({
    name: "tool.after",
    session: { id: "session-1", agent: "claude-code", model: "opus" },
    outcome: { status: "ok", durationMs: 12, output: "Wrote the\n  file" },
  });
  const call = aWrite("/ws/src/a.ts", { input: { tool_call_path: ".system/implement/t/tool_call.md" } });
  expect(toContext(event, { call, paths: ["src/a.ts"], intent: "INT-001", durationMs: 99 }, stamp)).toEqual({
    event_type: "PostAbilityCall",
    session_id: "session-1",
    timestamp: event.at,
    repository_root: "/ws",
    stage: "act",
    agent: "claude-code",
    model: "opus",
    environment: "dev",
    intent: "INT-001",
    ability_id: "write_to_file",
    operation_key: "change.modify",
    tool_name: "Write",
    paths: ["src/a.ts"],
    changes: [{ op: "modify", path: "src/a.ts" }],
    is_known: true,
    status: "success",
    duration_ms: 12,
    input_summary: "Write src/a.ts (1 line)",
    output_summary: "Wrote the file",
    tool_call_path: ".system/implement/t/tool_call.md",
  });
});

it.each([
  ["session.start", {}],
  ["prompt.submit", { user_message: "with password=[redacted] please", files_touched: ["a.ts"] }],
  ["turn.end", { changed_files: ["a.ts"] }],
  ["session.end", { changed_files: ["a.ts"] }],
] as const)("%s tells what belongs to it", (name, fields) => {
  const context = contextOf({ name, prompt: "with password=hunter2 please" }, { changedFiles: ["a.ts"], intent: null });
  const base = ["event_type", "session_id", "timestamp", "repository_root", "stage", "agent", "environment"];
  expect(Object.keys(context).sort()).toEqual([...base, ...Object.keys(fields)].sort());
  expect(context).toMatchObject(fields);
});

describe("the stage", () => {
  it.each<[Event["name"], Call | undefined, string | null, string]>([
    ["session.start", undefined, null, "understand"],
    ["prompt.submit", undefined, "INT-001", "understand"],
    ["tool.before", called("Read", { file_path: "a" }), null, "understand"],
    ["tool.before", called("Read", { file_path: "a" }), "INT-001", "plan"],
    ["tool.before", called("Bash", { command: "git status" }), "INT-001", "plan"],
    ["tool.before", called("Bash", { command: "npm test" }), "INT-001", "act"],
    ["tool.before", called("Skill", { skill: "pdf" }), "INT-001", "act"],
    ["tool.after", called("Task", { prompt: "look" }), "INT-001", "act"],
    ["tool.after", aWrite("a"), "INT-001", "act"],
    ["tool.failed", called("Mystery", {}), null, "act"],
    ["tool.before", undefined, null, "act"],
    ["turn.end", undefined, "INT-001", "review"],
    ["session.end", undefined, null, "review"],
  ])("of %s", (name, call, intent, stage) => {
    expect(contextOf({ name }, { ...(call && { call }), intent }).stage).toBe(stage);
  });
});

describe("the ability", () => {
  it.each<[string, unknown, string, string | undefined]>([
    ["Write", { file_path: "a", content: "x" }, "write_to_file", "change.modify"],
    ["delete_file", { path: "a" }, "delete_file", "change.delete"],
    ["Bash", { command: "cd x && /usr/bin/npm test" }, "execute_command", "command.cd"],
    ["Read", { file_path: "a" }, "read_file", undefined],
    ["Skill", { skill: "pdf" }, "pdf", "skill.pdf"],
    ["Skill", { command: "/review src" }, "review", "skill.review"],
    ["activate_skill", { name: "pdf" }, "pdf", "skill.pdf"],
    ["Task", { subagent_type: "code_review", prompt: "look" }, "code_review", "agent.code_review"],
    ["task", { prompt: "look" }, "task", undefined],
    ["agent", { agent: "explore" }, "explore", "agent.explore"],
    ["mcp__linear__create_issue", { title: "x" }, "mcp__linear__create_issue", "mcp.linear.create_issue"],
    ["use_mcp_tool", { server_name: "linear", tool_name: "list" }, "use_mcp_tool", "mcp.linear.list"],
    ["Mystery", {}, "Mystery", undefined],
  ])("of %s %j is %s", (tool, input, ability, operation) => {
    const context = ended(called(tool, input));
    expect(context).toMatchObject({ ability_id: ability, tool_name: tool });
    expect("operation_key" in context ? context.operation_key : undefined).toBe(operation);
  });

  it("is the tool as the agent names it where nobody looked at the call", () => {
    expect(contextOf({ name: "tool.before" })).toMatchObject({ ability_id: "Write", tool_name: "Write", paths: [] });
  });
});

describe("the summary of what is asked", () => {
  it.each<[string, Call, string]>([
    ["a new file", called("Write", { file_path: "/ws/src/a.ts", content: "a\nb\nc\n" }), "Write src/a.ts (3 lines)"],
    ["an edit", called("Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }), "Edit a.ts (1 edit)"],
    ["a move", called("move_file", { source: "a.ts", destination: "b.ts" }), "move_file a.ts -> b.ts"],
    [
      "a patch",
      called("apply_patch", { patch: "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n+z\n*** End Patch" }),
      "apply_patch a.ts (+2 -1)",
    ],
    [
      "many files",
      aCall({
        effects: Array.from({ length: 7 }, (_, n) => ({
          op: "delete" as const,
          path: `${n}`,
          certainty: "exact" as const,
        })),
      }),
      "Write 0, 1, 2, 3, 4 and 2 more",
    ],
    [
      "a command",
      aCommand("curl -H 'Authorization: Bearer abc123456'\n x", "runs"),
      "curl -H 'Authorization: Bearer [redacted]' ⏎ x",
    ],
    [
      "another tool",
      called("Grep", {
        pattern: "TODO",
        path: "src",
        "-n": true,
        head_limit: 5,
        multi: ["a", "b"],
        deep: { a: 1 },
        nothing: null,
      }),
      "Grep pattern=TODO path=src -n=true head_limit=5 multi=[2] deep={1}",
    ],
    [
      "a field with a secret",
      called("Mystery", { apiKey: "two words", note: "x" }),
      "Mystery apiKey=[redacted] note=x",
    ],
    [
      "the tool of a server",
      called("use_mcp_tool", { server_name: "s", tool_name: "t", arguments: { q: "x" } }),
      "use_mcp_tool q=x",
    ],
    ["nothing", called("Mystery", null), "Mystery"],
    ["what acts on a terminal", called("Mystery", { q: "a\u001b[2J\u202eb\tc" }), "Mystery q=a\\e[2J<U+202E>b c"],
  ])("%s", (_, call, summary) => {
    expect(ended(call)).toMatchObject({ input_summary: summary });
    expect(contextOf({ name: "tool.before" }, { call })).toMatchObject({ planned_input_summary: summary });
  });

  it("is never more than 300 characters on one line, whatever is asked", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 1 }), fc.string({ unit: "binary", maxLength: 2000 }), (input, output) => {
        const context = ended(called("Mystery", { ...input, output }), { outcome: { status: "failed", output } });
        const { input_summary = "", output_summary = "" } = context.event_type === "PostAbilityCall" ? context : {};
        for (const text of [input_summary, output_summary]) {
          expect(text.length).toBeLessThanOrEqual(300);
          expect(text).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        }
      }),
    );
  });

  it("does not say what a file holds that was only read", () => {
    const read = called("Read", { file_path: "a.ts" });
    const output = "export const answer = 42;";
    expect(ended(read, { outcome: { status: "ok", output } })).not.toHaveProperty("output_summary");
    expect(ended(read, { outcome: { status: "failed", output: "no such file" } })).toHaveProperty("output_summary");
  });
});

it.each([
  ["tool.after", "ok", "success"],
  ["tool.after", "unknown", "success"],
  ["tool.after", "failed", "failure"],
  ["tool.after", "blocked", "skipped"],
  ["tool.after", undefined, "success"],
  ["tool.failed", undefined, "failure"],
] as const)("%s with %s is %s", (name, status, expected) => {
  const event = anEvent({ name, ...(status && { outcome: { status } }) });
  expect(toContext(event, { durationMs: 7 }, stamp)).toMatchObject({ status: expected, duration_ms: 7 });
});

it.each(["/etc/x.md", "../x.md", "a/../../x.md", "C:\\x.md", "\\\\host\\x", "~/x.md", "a\nb.md", "", 5])(
  "a record of calls at %j is nowhere",
  (path) => {
    expect(ended(called("Mystery", { tool_call_path: path }))).not.toHaveProperty("tool_call_path");
  },
);

it("names changed files from the root where nobody worked them out", () => {
  const call = called("Write", { file_path: "/ws/src/a.ts", content: "" });
  expect(contextOf({}, { call })).toMatchObject({ paths: ["src/a.ts"] });
});

describe("what is done to files", () => {
  it.each<[string, unknown, object[]]>([
    ["delete_file", { path: "/ws/a.ts" }, [{ op: "delete", path: "a.ts" }]],
    ["move_file", { source: "a.ts", destination: "./b.ts" }, [{ op: "rename", path: "b.ts", from: "a.ts" }]],
    ["Bash", { command: "rm db/migrations/1.sql && npm test" }, [{ op: "delete", path: "db/migrations/1.sql" }]],
    ["Bash", { command: "npm test" }, []],
    ["Read", { file_path: "a.ts" }, []],
  ])("by %s %j", (tool, input, changes) => {
    expect(ended(called(tool, input))).toMatchObject({ changes });
  });

  it("is what was found out, where somebody looked; then the operation says so as well", () => {
    const call = called("Write", { file_path: "/ws/a.ts", content: "x" });
    const context = contextOf({}, { call, changes: [{ op: "create", path: "a.ts" }] });
    expect(context).toMatchObject({ changes: [{ op: "create", path: "a.ts" }], operation_key: "change.create" });
  });
});

it("keeps a prompt within 8,000 characters, and no character in two", () => {
  const context = contextOf({ name: "prompt.submit", prompt: "\u{1F511}".repeat(10_000) });
  const message = context.event_type === "UserPromptSubmit" ? context.user_message : "";
  expect(message.length).toBeLessThanOrEqual(8000);
  expect(message).toMatch(/^(?:\u{1F511})+…$/u);
});

it.each([
  [64_000, true],
  [64_001, false],
])("tells of a command of %d characters whether it is whole: %s", (length, whole) => {
  const context = contextOf({ name: "tool.before" }, { call: aCommand("x".repeat(length), "runs") });
  const { command = "", command_is_whole } = context.event_type === "PreAbilityCall" ? context : {};
  expect([command.length, command_is_whole, command.endsWith("…")]).toEqual([64_000, whole, !whole]);
});

it("takes nothing out of a command across its parts, neither in the summary", () => {
  const line = "echo cookie: a=b; npm run deploy --cluster-credentials=prod";
  const context = contextOf({ name: "tool.before" }, { call: aCommand(line, "runs") });
  expect(context).toMatchObject({ command: line, planned_input_summary: line });
});
