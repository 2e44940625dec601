import type { Call, Config } from "@writ/contracts";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolNames } from "./catalog.ts";
import { toCall } from "./to-call.ts";

const call = (tool: string, input: unknown, tools: Config["tools"] = {}): Call =>
  toCall({ tool, input, callId: "c1" }, { id: "id", callId: "c1", runners: ["npm test"], tools });
const shown = ({ effects }: Call) =>
  effects.map(({ op, path, from }) => (from === undefined ? `${op} ${path}` : `${op} ${from} -> ${path}`));

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE";

describe("what agents call to change files", () => {
  it.each([
    ["write_to_file", { path: "a.ts", content: "x" }, "write_to_file", ["modify a.ts"]],
    ["write_file", { file_path: "a.ts", content: "x" }, "write_to_file", ["modify a.ts"]],
    ["Write", { file_path: "/ws/a.ts", content: "x" }, "write_to_file", ["modify /ws/a.ts"]],
    ["Write", { path: "a.ts", file_text: "x" }, "write_to_file", ["modify a.ts"]],
    ["create", { path: "a.ts", file_text: "x" }, "write_to_file", ["create a.ts"]],
    ["write", { filePath: "a.ts", content: "x" }, "write_to_file", ["modify a.ts"]],
    ["Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, "edit", ["modify a.ts"]],
    ["edit", { path: "a.ts", old_str: "a", new_str: "b" }, "edit", ["modify a.ts"]],
    ["edit", { filePath: "a.ts", oldString: "a", newString: "b" }, "edit", ["modify a.ts"]],
    ["MultiEdit", { file_path: "a.ts", edits: [{ old_string: "a", new_string: "b" }] }, "edit", ["modify a.ts"]],
    ["search_and_replace", { path: "a.ts", operations: [{ search: "a", replace: "b" }] }, "edit", ["modify a.ts"]],
    ["replace", { file_path: "a.ts", instruction: "i", old_string: "a", new_string: "b" }, "edit", ["modify a.ts"]],
    [
      "multi_replace_string_in_file",
      {
        replacements: [
          { filePath: "a", oldString: "x", newString: "y" },
          { filePath: "b", oldString: "x", newString: "y" },
        ],
      },
      "edit",
      ["modify a", "modify b"],
    ],
    ["editor", { path: "a.ts", new_text: "x" }, "edit", ["modify a.ts"]],
    ["editor", { path: "a.ts", insert_line: 3, new_text: "x" }, "edit", ["modify a.ts"]],
    ["str_replace_editor", { command: "create", path: "a.ts", file_text: "x" }, "write_to_file", ["create a.ts"]],
    [
      "str_replace_editor",
      { command: "str_replace", path: "a.ts", old_str: "a", new_str: "b" },
      "edit",
      ["modify a.ts"],
    ],
    ["NotebookEdit", { notebook_path: "a.ipynb", new_source: "x" }, "notebook_edit", ["modify a.ipynb"]],
    ["apply_patch", { command: patch("*** Add File: a", "+x") }, "apply_patch", ["create a"]],
    ["apply_patch", { patchText: patch("*** Update File: a", "*** Move to: b") }, "apply_patch", ["rename a -> b"]],
    ["apply_patch", { input: patch("*** Delete File: a") }, "apply_patch", ["delete a"]],
    ["apply_diff", { path: "a.ts", diff: block }, "apply_diff", ["modify a.ts"]],
    [
      "apply_diff",
      {
        files: [
          { path: "a", diff: [{ content: block }] },
          { path: "b", diff: block },
        ],
      },
      "apply_diff",
      ["modify a", "modify b"],
    ],
    [
      "apply_diff",
      { args: `<args><file><path>a</path><diff><content>${block}</content></diff></file></args>` },
      "apply_diff",
      ["modify a"],
    ],
    ["Delete", { file_path: "a.ts" }, "delete_file", ["delete a.ts"]],
    ["delete_file", { paths: ["a", "b"] }, "delete_file", ["delete a", "delete b"]],
    ["move_file", { source: "a", destination: "b" }, "move_file", ["rename a -> b"]],
    ["create_directory", { dirPath: "a" }, "create_directory", ["create a"]],
    ["generate_image", { prompt: "p", path: "a.png" }, "generate_image", ["modify a.png"]],
    [
      "mcp__filesystem__write_file",
      { path: "src/billing/a.ts", content: "" },
      "write_to_file",
      ["modify src/billing/a.ts"],
    ],
    [
      "use_mcp_tool",
      {
        server_name: "filesystem",
        tool_name: "edit_file",
        arguments: '{"path":"a","edits":[{"oldText":"x","newText":"y"}]}',
      },
      "edit",
      ["modify a"],
    ],
    ["filesystem-move_file", { source: "a", destination: "b" }, "move_file", ["rename a -> b"]],
    ["mcp__writ__write_file", { path: "a", content: "" }, "write_to_file", ["modify a"]],
    ["writ_edit_file", { path: "a", edits: [{ old: "x", new: "y" }] }, "edit", ["modify a"]],
    ["writ-apply_patch", { patch: patch("*** Delete File: a") }, "apply_patch", ["delete a"]],
  ])("%s %j", (tool, input, name, effects) => {
    const made = call(tool, input);
    expect(made.invalid).toBeUndefined();
    expect([made.kind, made.toolName, shown(made)]).toEqual(["changes", name, effects]);
  });

  it("take every spelling of a path for a path when they differ", () => {
    expect(shown(call("Write", { path: "a", file_path: "b", content: "" }))).toEqual(["modify a", "modify b"]);
    expect(shown(call("Write", { path: "a", file_path: "a", content: "" }))).toEqual(["modify a"]);
  });

  it("say what the file will hold", () => {
    const changeOf = (tool: string, input: unknown) => call(tool, input).effects[0]?.change;
    expect(changeOf("Write", { file_path: "a", content: "x" })).toEqual({ kind: "content", content: "x" });
    expect(changeOf("editor", { path: "a", new_text: "x" })).toEqual({ kind: "content", content: "x" });
    expect(changeOf("insert_edit_into_file", { filePath: "a", code: "// ...existing code..." })).toBeUndefined();
    expect(changeOf("editor", { path: "a", insert_line: 1, new_text: "x\ny" })).toEqual({
      kind: "patch",
      patch: "+x\n+y",
    });
    expect(changeOf("Edit", { file_path: "a", old_string: "x", new_string: "", replace_all: true })).toEqual({
      kind: "edits",
      edits: [{ old: "x", new: "", all: true }],
    });
    expect(changeOf("mcp__writ__edit_file", { path: "a", edits: [{ old: "x", new: "y", all: true }] })).toEqual({
      kind: "edits",
      edits: [{ old: "x", new: "y", all: true }],
    });
    expect(changeOf("apply_patch", { command: patch("*** Add File: a", "+x") })).toEqual({
      kind: "patch",
      patch: "+x",
    });
  });
});

describe("what cannot be understood is refused", () => {
  it.each([
    ["Write", "a string"],
    ["Write", ["a"]],
    ["Write", null],
    ["Read", undefined],
    ["Write", {}],
    ["Write", { file_path: "", content: "" }],
    ["Write", { file_path: 3, content: "" }],
    ["Write", { file_path: ["a"], content: "" }],
    ["Write", { file_path: "a\0b", content: "" }],
    ["Write", { file_path: null, content: "" }],
    ["Write", { file_path: "a", content: 7 }],
    ["Write", { file_path: "a", content: "x", file_text: "y" }],
    ["Write", { file_path: "a", content: "", extra: { path: "b" } }],
    ["Write", { input: { file_path: "a" } }],
    ["Edit", { file_path: "a", old_string: "x" }],
    ["Edit", { file_path: "a", edits: "x" }],
    ["Edit", { file_path: "a", edits: [{ note: 1 }] }],
    ["MultiEdit", { edits: [{ old_string: "a", new_string: "b" }] }],
    ["str_replace_editor", { command: "explode", path: "a" }],
    ["apply_patch", { command: "echo hi" }],
    ["apply_patch", {}],
    ["apply_diff", { path: "a", diff: "nothing" }],
    ["apply_diff", { diff: block }],
    ["move_file", { source: "a" }],
    ["move_file", { source: "a", destination: "b", target: "c" }],
    ["Write", { file_path: "a", content: "", uri: "file:///b" }],
    ["Write", { file_path: "a", content: "", destination: "b" }],
    ["Edit", { file_path: "a", edits: [{ old_string: "x", new_string: "y", target: "b" }] }],
    ["Read", { path: "a", offset: "0; rm -rf /ws" }],
    ["Read", { file_path: { a: 1 } }],
    ["Grep", { pattern: "x", head_limit: {} }],
    ["Bash", {}],
    ["Bash", { command: 3 }],
    ["Bash", { command: "" }],
    ["run_commands", { commands: ["ls", 3] }],
    ["use_mcp_tool", { tool_name: "x" }],
    ["use_mcp_tool", { server_name: "a", tool_name: "b", arguments: "{" }],
    ["use_mcp_tool", { server_name: "a", tool_name: "b", arguments: "[]" }],
    ["FutureTool", 3],
    ["Write", JSON.parse('{"file_path":"a","content":"","__proto__":{"x":1}}')],
    ["Read", JSON.parse('{"file_path":"a","deep":[{"constructor":1}]}')],
    ["Write", { file_path: "a", content: "", observed_content_hash: 3 }],
    ["delete_file", { paths: ["a", "b"], observed_content_hash: "x" }],
    ["Write", { file_path: "a", content: "", request_scope_expansion: { additional_globs: "x" } }],
    ["Write", { file_path: "a", content: "", request_scope_expansion: "{" }],
    ["Write", { file_path: "a", content: "", request_scope_expansion: { additional_globs: [], reason: "r" } }],
  ])("%s %j", (tool, input) => {
    expect(call(tool, input).invalid).toEqual(expect.stringMatching(/\w/));
  });

  it("keeps the reason an adapter gives", () => {
    const made = toCall(
      { tool: "Write", input: {}, callId: null, invalid: "cut off" },
      { id: "i", callId: "c", runners: [], tools: {} },
    );
    expect(made).toMatchObject({ invalid: "cut off", toolName: "write_to_file" });
  });

  it("takes numbers and yes/no as text, and null for absent", () => {
    expect(call("read_file", { path: "a", start_line: "10", recursive: "true", limit: null }).invalid).toBeUndefined();
  });
});

describe("tools of which nothing is known", () => {
  it.each([
    "wrіte",
    "FutureTool",
    "BashOutput",
    "custom_tool",
    "write_stdin",
    "constructor",
    "__proto__",
    "toString",
    "Workflow",
    "",
  ])("%s is opaque", (tool) => {
    expect(call(tool, { path: "src/billing/a.ts" })).toMatchObject({
      kind: "opaque",
      effects: [{ op: "exec", certainty: "opaque" }],
    });
  });

  it.each([
    ["mcp__x__run", { server: "x", tool: "run" }],
    ["mcp_github_create_issue", { server: "github", tool: "create_issue" }],
    ["x___run", { server: "x", tool: "run" }],
    ["x__run", { server: "x", tool: "run" }],
    ["@x/run", { server: "x", tool: "run" }],
    ["MCP:run", { server: "", tool: "run" }],
  ])("%s is a tool of an MCP server", (tool, mcp) => {
    expect(call(tool, { cmd: "rm -rf /ws" })).toMatchObject({ kind: "opaque", mcp });
  });

  it("become known by the config, by name or by pattern", () => {
    expect(call("mcp__x__get", {}, { "mcp__x__*": "safe" }).kind).toBe("safe");
    expect(shown(call("Paint", { path: "a.png" }, { Paint: "changes" }))).toEqual(["modify a.png"]);
    expect(shown(call("Paint", {}, { Paint: "changes" }))).toEqual(["modify null"]);
    expect(call("Write", { file_path: "a", content: "" }, { Write: "safe" }).kind).toBe("changes");
    expect(call("Bash", { command: "ls" }, { Bash: "safe" }).kind).toBe("command");
    expect(call("select_active_intent", {}, { "*": "deny" }).kind).toBe("handshake");
  });
});

describe("the handshake", () => {
  it.each([
    "select_active_intent",
    "mcp__writ__select_active_intent",
    "mcp_writ_select_active_intent",
    "writ-select_active_intent",
    "writ_select_active_intent",
    "writ___select_active_intent",
    "writ__select_active_intent",
    "@writ/select_active_intent",
  ])("%s", (tool) => {
    expect(call(tool, { intent_id: "INT-1" })).toMatchObject({
      kind: "handshake",
      toolName: "select_active_intent",
      effects: [],
    });
  });

  it.each([
    "mcp__intent__select_active_intent",
    "mcp_intent_select_active_intent",
    "mcp_my_server_select_active_intent",
    "intent-select_active_intent",
    "intent_select_active_intent",
    "mcp__evil__wipe_list_active_intents",
    "mcp__writ__wipe_list_active_intents",
    "writ_wipe_list_active_intents",
    "evil_writ_list_active_intents",
    "mcp__evil_writ__list_active_intents",
    "mcp__writ__x__list_active_intents",
    "@evil/record_lesson",
    "MCP:wipe_record_lesson",
    // Cursor calls them all so, and does not say whose they are.
    "MCP:select_active_intent",
    "mcp__plugin_writ_writ__select_active_intent",
    "Select_Active_Intent",
  ])("%s is somebody else's", (tool) => {
    expect(call(tool, { intent_id: "INT-1" }).kind).toBe("opaque");
  });

  it("is not taken from an envelope that names another server", () => {
    const asked = (server: object) => call("use_mcp_tool", { ...server, tool_name: "record_lesson", arguments: {} });
    expect(asked({ server_name: "evil" }).kind).toBe("opaque");
    expect(asked({ server_name: "writ", server: "evil" }).invalid).toEqual(expect.stringMatching(/two/));
  });

  it.each(["list_active_intents", "request_scope_expansion", "record_lesson"])(
    "%s, also through an envelope",
    (tool) => {
      const input = { additional_globs: ["a"], reason: "r" };
      expect(call("use_mcp_tool", { server_name: "writ", tool_name: tool, arguments: input })).toMatchObject({
        kind: "handshake",
        toolName: tool,
      });
    },
  );

  it("reads what is asked for", () => {
    expect(call("request_scope_expansion", { additional_globs: ["docs/**"], reason: "r" }).expansion).toEqual({
      globs: ["docs/**"],
      reason: "r",
    });
  });
});

describe("what the agent says beside the change", () => {
  const hash = "A".repeat(64);
  it("is read from the payload", () => {
    const made = call("Write", {
      file_path: "a",
      content: "",
      observed_content_hash: hash,
      mutation_class: "AST_REFACTOR",
      request_scope_expansion: '{"additional_globs":["b/**"],"reason":"needed"}',
    });
    expect(made.observed).toEqual({ a: `sha256:${"a".repeat(64)}` });
    expect(made.declaredClass).toBe("AST_REFACTOR");
    expect(made.expansion).toEqual({ globs: ["b/**"], reason: "needed" });
  });

  it("names each file's hash where there are several", () => {
    const made = call("delete_file", {
      paths: ["a", "b"],
      observed_content_hash: { a: `sha256:${hash}`, b: "absent" },
    });
    expect(made.observed).toEqual({ a: `sha256:${"a".repeat(64)}`, b: "absent" });
  });
});

describe("commands", () => {
  it.each([
    ["Bash", { command: "ls" }, "safe", []],
    ["exec_command", { cmd: "ls", workdir: "sub" }, "safe", []],
    ["execute_command", { command: "touch a", cwd: "sub" }, "changes", ["modify sub/a"]],
    ["run_commands", { commands: ["ls", { command: "touch", args: ["a b"] }] }, "changes", ["modify a b"]],
    ["shell", { command: ["bash", "-lc", "touch 'a b'"] }, "changes", ["modify a b"]],
    ["Bash", { command: "ls", cmd: "rm -rf x" }, "risky", ["delete x", "exec rm"]],
    ["Bash", { command: "npm test" }, "runs", ["exec npm"]],
    ["Bash", { command: "npm test", run_in_background: true }, "runs", ["exec npm"]],
    ["Bash", { command: "ls", run_in_background: true }, "safe", []],
    ["bash", { command: "touch a", shellId: "s1" }, "opaque", ["exec touch"]],
    ["bash", { command: "touch a", mode: "async" }, "changes", ["modify a"]],
    ["bash", { command: "touch a", mode: "sync", initial_wait: 30 }, "changes", ["modify a"]],
    ["run_shell_command", { command: "touch a", delay_ms: 5, wait_for_previous: true }, "changes", ["modify a"]],
    ["exec_command", { cmd: "ls", shell: "/bin/zsh" }, "opaque", ["exec null"]],
    ["PowerShell", { command: "ls" }, "opaque", ["exec null"]],
    ["Bash", { command: "ls", description: "d", timeout: 5, env: { FOO: "1" } }, "safe", []],
    ["Bash", { command: "ls", cwd: "sub" }, "opaque", ["exec null"]],
    ["Bash", { command: "ls", workdir: "/other" }, "opaque", ["exec null"]],
    ["Bash", { command: "writ intent select INT-1", env: { PATH: "x" } }, "opaque", ["exec null"]],
    ["Bash", { command: "ls", env: { GIT_PAGER: "x" } }, "opaque", ["exec null"]],
    ["Bash", { command: "make build", env: { NAME: "x; rm -rf src" } }, "opaque", ["exec make", "exec null"]],
    ["Bash", { command: "ls", env: "PATH=x" }, "opaque", ["exec null"]],
    ["Bash", { command: "ls", env: ["PATH=x"] }, "opaque", ["exec null"]],
    ["Bash", { command: "ls", stdin: "x" }, "opaque", ["exec null"]],
    ["Bash", { command: "ls", dangerouslyDisableSandbox: true }, "opaque", ["exec null"]],
    ["exec_command", { cmd: "ls", cwd: "sub" }, "opaque", ["exec null"]],
    ["exec_command", { cmd: "ls", shell: "/bin/bash" }, "safe", []],
    ["exec_command", { cmd: "ls", shell: "sh" }, "safe", []],
    ["exec_command", { cmd: "ls", shell: "./bash" }, "opaque", ["exec null"]],
    ["exec_command", { cmd: "ls", shell: "/ws/src/sh" }, "opaque", ["exec null"]],
    ["exec_command", { cmd: "ls", shell: ["/evil"] }, "opaque", ["exec null"]],
    ["Shell", { command: "touch a", cwd: "b", working_directory: "c" }, "opaque", ["exec touch"]],
    ["run_shell_command", { command: "touch a", dir_path: "sub", is_background: false }, "changes", ["modify sub/a"]],
    ["background_process", { action: "start", command: "npm run dev" }, "opaque", ["exec npm", "exec null"]],
    ["background_process", { command: "ls" }, "safe", []],
  ])("%s %j: %s", (tool, input, expected, effects) => {
    const made = call(tool, input);
    expect([made.kind, made.toolName, made.command?.class, shown(made)]).toEqual([
      "command",
      "execute_command",
      expected,
      effects,
    ]);
  });
});

describe("what only reads", () => {
  it.each([
    ["Read", { file_path: "a.ts", offset: 3 }, ["a.ts"]],
    ["read_file", { files: [{ path: "a" }, { path: "b" }] }, ["a", "b"]],
    ["read_many_files", { paths: ["a", "b"] }, ["a", "b"]],
    ["view", { path: "a", view_range: [1, 2] }, ["a"]],
    ["str_replace_editor", { command: "view", path: "a" }, ["a"]],
    ["Grep", { pattern: "x", path: "src" }, undefined],
    ["TodoWrite", { todos: [] }, undefined],
    ["attempt_completion", { result: "done" }, undefined],
    ["sql", { query: "select 1" }, undefined],
    ["find", { pattern: "*.ts", path: "src" }, undefined],
    ["background_process", { action: "logs", id: "p1" }, undefined],
  ])("%s %j", (tool, input, reads) => {
    const made = call(tool, input);
    expect([made.kind, made.effects, made.reads]).toEqual(["safe", [], reads]);
  });

  it.each([
    ["attempt_completion", { result: "done", command: "rm -rf /" }],
    ["sql", { query: "ATTACH DATABASE 'x' AS y" }],
  ])("%s %j does more", (tool, input) => {
    expect(call(tool, input).kind).toBe("opaque");
  });
});

describe("any payload", () => {
  const keys = fc.constantFrom(
    "path",
    "file_path",
    "content",
    "command",
    "commands",
    "edits",
    "files",
    "patch",
    "diff",
    "old_string",
    "new_string",
    "arguments",
    "server_name",
    "tool_name",
    "observed_content_hash",
    "request_scope_expansion",
    "args",
    "query",
    "__proto__",
    "constructor",
  );
  const payloads = fc.oneof(
    fc.anything(),
    fc.dictionary(keys, fc.anything({ maxDepth: 3 })),
    fc.dictionary(keys, fc.oneof(fc.string(), fc.array(fc.dictionary(keys, fc.string())))),
  );

  it("is read without a throw, and a change is named or refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...toolNames(), "mcp__fs__write_file", "x"), payloads, (tool, input) => {
        const made = call(tool, input);
        expect(made.kind === "changes" && made.effects.length === 0).toBe(false);
        expect(made.kind === "command" && made.command === undefined && made.invalid === undefined).toBe(false);
      }),
      { numRuns: inDepth(100, 500) },
    );
  });
});
