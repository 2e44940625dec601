import { expect, it } from "vitest";
import type { ToolAct, ToolUse } from "../model/script.ts";
import { spellOf } from "./spell-of.ts";

const tools = {
  write: ["Write", "file_path", "content"],
  edit: (path: string, old: string, now: string) => ({ tool: "patch", input: { path, edits: [{ old, now }] } }),
  read: ["Read", "file_path"],
  shell: ["Bash", "command", { description: "scripted" }],
  mcp: "mcp__writ__",
} as const;

it.each<[ToolAct, ToolUse]>([
  [
    { do: "write", path: "src/a.ts", content: "a" },
    { tool: "Write", input: { file_path: "/w/src/a.ts", content: "a" } },
  ],
  [
    { do: "edit", path: "a.ts", old: "a", now: "b" },
    { tool: "patch", input: { path: "/w/a.ts", edits: [{ old: "a", now: "b" }] } },
  ],
  [
    { do: "read", path: "a.ts" },
    { tool: "Read", input: { file_path: "/w/a.ts" } },
  ],
  [
    { do: "shell", command: "ls" },
    { tool: "Bash", input: { command: "ls", description: "scripted" } },
  ],
  [
    { do: "mcp", tool: "write_file", input: { path: "a.ts" } },
    { tool: "mcp__writ__write_file", input: { path: "a.ts" } },
  ],
])("puts %o in the agent's words", (act, use) => {
  expect(spellOf(tools)("/w")(act)).toEqual(use);
});

it("has no word for a server the agent does not have", () => {
  const spell = spellOf({ ...tools, mcp: null })("/w");
  expect(() => spell({ do: "mcp", tool: "write_file", input: {} })).toThrow("no MCP server");
});
