import type { ToolName } from "@roo-code/types";
import type { ToolKind } from "@writ/contracts";
import { toCall } from "@writ/engine";
import { expect, it } from "vitest";

/** What each of Roo's tools is to Writ, with an input it takes. The compiler notices a tool that is missing (R22). */
const rooTools = {
  execute_command: ["command", { command: "ls" }],
  read_file: ["safe", { path: "a.ts" }],
  read_command_output: ["safe", { artifact_id: "1" }],
  write_to_file: ["changes", { path: "a.ts", content: "" }],
  apply_diff: ["changes", { path: "a.ts", diff: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE" }],
  edit: ["changes", { file_path: "a.ts", old_string: "a", new_string: "b" }],
  search_and_replace: ["changes", { path: "a.ts", operations: [{ search: "a", replace: "b" }] }],
  search_replace: ["changes", { file_path: "a.ts", old_string: "a", new_string: "b" }],
  edit_file: ["changes", { file_path: "a.ts", old_string: "a", new_string: "b", expected_replacements: 1 }],
  apply_patch: ["changes", { patch: "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch" }],
  search_files: ["safe", { path: "src", regex: "x", file_pattern: null }],
  list_files: ["safe", { path: "src", recursive: false }],
  use_mcp_tool: ["opaque", { server_name: "x", tool_name: "y", arguments: {} }],
  access_mcp_resource: ["safe", { server_name: "x", uri: "y" }],
  ask_followup_question: ["safe", { question: "?", follow_up: [] }],
  attempt_completion: ["safe", { result: "done" }],
  switch_mode: ["safe", { mode_slug: "code", reason: "" }],
  new_task: ["safe", { mode: "code", message: "m" }],
  codebase_search: ["safe", { query: "q", path: null }],
  update_todo_list: ["safe", { todos: "" }],
  run_slash_command: ["safe", { command: "init", args: null }],
  skill: ["safe", { skill: "x", args: null }],
  generate_image: ["changes", { prompt: "p", path: "a.png" }],
  custom_tool: ["opaque", {}],
} satisfies Record<ToolName, [ToolKind, object]>;

it.each(Object.entries(rooTools))("%s", (tool, [kind, input]) => {
  const call = toCall({ tool, input, callId: null }, { id: "id", callId: "call", runners: [], tools: {} });
  expect(call).toMatchObject({ kind, tool });
  expect(call.invalid).toBeUndefined();
});
