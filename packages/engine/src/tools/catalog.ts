import { fileChanges } from "./changes.ts";
import {
  applyDiff,
  applyPatch,
  background,
  changing,
  commandTool,
  completion,
  create,
  edit,
  editor,
  folder,
  foreignCommand,
  handshakeTool,
  list,
  move,
  notebook,
  opaqueTool,
  read,
  remove,
  safeTool,
  search,
  sessionSql,
  type Tool,
  write,
} from "./tool.ts";

/** Writ's own tools: allowed before any intent is taken up, in every agent's spelling of its server's tools. */
export const handshakes: readonly string[] = [
  "select_active_intent",
  "list_active_intents",
  "request_scope_expansion",
  "record_lesson",
];

/** Servers whose file tools are known. */
export const fileServers = /^(server-)?filesystem$|^fs$|^writ$/;

/** The tools of the file server of the Model Context Protocol, and of Writ's own. */
export const fileServerTools: Readonly<Record<string, Tool>> = {
  write_file: write,
  edit_file: edit,
  apply_patch: applyPatch,
  create_directory: folder,
  move_file: move,
  read_file: read,
  read_text_file: read,
  read_media_file: read,
  read_multiple_files: read,
  list_directory: list,
  list_directory_with_sizes: list,
  directory_tree: list,
  search_files: search,
  get_file_info: list,
  list_allowed_directories: list,
};

const safeNames = [
  // Roo
  ...["access_mcp_resource", "ask_followup_question", "switch_mode", "new_task", "codebase_search", "update_todo_list"],
  ...["run_slash_command", "skill", "read_command_output"],
  // Claude Code
  ...["Task", "Agent", "TodoWrite", "TodoRead", "WebFetch", "WebSearch", "KillShell", "KillBash", "TaskStop", "Skill"],
  ...["SlashCommand", "ToolSearch", "ListAgents", "ReportFindings", "ScheduleWakeup", "AskUserQuestion", "LSP"],
  ...["EnterPlanMode", "ExitPlanMode", "exit_plan_mode", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet"],
  ...["ListMcpResourcesTool", "ReadMcpResourceTool", "DeferredToolPlaceholder"],
  // Codex
  ...["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource", "request_user_input", "view_image"],
  ...[
    "get_goal",
    "create_goal",
    "update_goal",
    "tool_search",
    "web_search",
    "update_plan",
    "spawn_agent",
    "wait_agent",
  ],
  // Gemini, Qwen
  ...["update_topic", "web_fetch", "google_web_search", "write_todos", "todo_write", "enter_plan_mode", "invoke_agent"],
  ...["activate_skill", "list_background_processes", "ask_user", "agent", "ask_user_question", "lsp", "zoom_image"],
  ...["task_create", "task_update", "task_list", "task_stop", "report_findings", "structured_output", "propose_goal"],
  // Copilot, VS Code
  ...["list_bash", "stop_bash", "fetch_copilot_cli_documentation", "session_store_sql", "read_agent", "list_agents"],
  ...["write_agent", "task", "report_intent", "get_errors", "semantic_search", "fetch_webpage", "get_changed_files"],
  ...["manage_todo_list", "think", "test_search", "list_code_usages", "test_failure", "get_search_view_results"],
  ...["get_vscode_api", "get_doc_info", "get_project_setup_info", "github_repo", "search_workspace_symbols"],
  ...["read_project_structure", "copilot_getNotebookSummary", "read_notebook_cell_output", "runSubagent"],
  // OpenCode, Kilo, Cline, Droid, Cursor, Kiro, Amp
  ...["todowrite", "todoread", "webfetch", "websearch", "question", "plan_exit", "ask_question", "fetch_web_content"],
  ...["codesearch", "invalid", "skills", "submit_and_exit", "suggest", "notify_user", "board_post", "board_read"],
  ...["kilo_local_recall", "schedule_wakeup", "cancel_wakeup", "team_spawn_teammate", "team_shutdown_teammate"],
  ...["team_status", "team_task", "team_run_task", "team_cancel_run", "team_list_runs", "team_await_runs"],
  ...["team_send_message", "team_broadcast", "team_read_mailbox", "team_mission_log", "team_cleanup"],
  ...["team_create_outcome", "team_attach_outcome_fragment", "team_review_outcome_fragment", "team_finalize_outcome"],
  ...["team_list_outcomes"],
  ...["ReadLints", "Fetch", "ListMcpResources", "introspect", "thinking", "todo_list", "use_subagent"],
  ...["ExitSpecMode", "FetchUrl", "UpdateTodos", "todo_read", "read_web_page", "finder", "oracle", "attempt_question"],
];

/** The tools that are more than a name, each with the names it has. */
const groups: readonly (readonly [Tool, readonly string[]])[] = [
  [write, ["write_to_file", "write_file", "Write", "write", "write_code", "pre_write_code", "insert_edit_into_file"]],
  [create, ["create", "Create", "create_file"]],
  [edit, ["edit", "Edit", "MultiEdit", "multiedit", "edit_file", "search_and_replace", "search_replace", "replace"]],
  [edit, ["str_replace", "replace_string_in_file", "multi_replace_string_in_file", "insert_content", "undo_edit"]],
  [changing("edit", fileChanges()), ["editor", "append_to_file"]],
  [editor, ["str_replace_editor", "str_replace_based_edit_tool", "fs_write"]],
  [applyDiff, ["apply_diff"]],
  [applyPatch, ["apply_patch", "ApplyPatch", "applypatch", "patch"]],
  [notebook, ["NotebookEdit", "notebook_edit", "edit_notebook_file"]],
  [remove, ["delete", "Delete", "delete_file", "remove_file"]],
  [move, ["move_file", "rename_file"]],
  [folder, ["create_directory", "mkdir"]],
  [changing("generate_image", fileChanges()), ["generate_image"]],
  [commandTool([]), ["Bash", "exec_bash", "run_in_terminal", "Execute", "run_commands", "exec", "runCommands"]],
  [commandTool(["cwd"]), ["execute_command", "run_command", "pre_run_command", "execute_bash"]],
  [commandTool(["cwd", "working_directory"]), ["Shell"]],
  [commandTool(["workdir"]), ["bash", "local_shell", "shell_command", "exec_command"]],
  [commandTool(["workdir", "cwd"]), ["shell"]],
  [commandTool(["dir_path", "directory"]), ["run_shell_command"]],
  [background, ["background_process"]],
  [foreignCommand, ["PowerShell", "powershell", "pwsh", "execute_cmd"]],
  [read, ["read_file", "read_many_files", "Read", "ReadFile", "read", "view", "NotebookRead", "notebook_read"]],
  [read, ["fs_read", "read_files", "read_code", "pre_read_code"]],
  [list, ["list_files", "list", "List", "stat", "LS", "Glob", "glob", "list_directory", "list_dir", "ls"]],
  [list, ["find", "file_search"]],
  [search, ["search_files", "Grep", "grep", "grep_search", "search_codebase", "search_file_content", "rg"]],
  [completion, ["attempt_completion"]],
  [sessionSql, ["sql"]],
  // Listed although opaque, so that the list of Roo's tools is complete (R22).
  [opaqueTool("use_mcp_tool"), ["use_mcp_tool"]],
  [opaqueTool("custom_tool"), ["custom_tool"]],
];

/** Every tool name agents are known to use, exactly as they spell it. */
export function toolNames(): string[] {
  return [...safeNames, ...handshakes, ...groups.flatMap(([, names]) => names)];
}

/** The tool of this name; one that is not known is opaque. Looked for in the lists: one call asks for one name. */
export function toolNamed(name: string): Tool | undefined {
  const group = groups.find(([, names]) => names.includes(name));
  if (group !== undefined) return group[0];
  if (handshakes.includes(name)) return handshakeTool(name);
  return safeNames.includes(name) ? safeTool(name) : undefined;
}
