import { expect, it } from "vitest";
import { parseSubject } from "./subject.ts";

const io = { cwd: "/repo", now: () => "2026-01-01T00:00:00.000Z" };
const event = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/repo",
  tool_name: "Write",
  tool_input: { file_path: "/repo/a.ts", content: "" },
};

it.each<[unknown, object]>([
  [{ command: "ls" }, { command: "ls" }],
  [{ path: "a.ts" }, { path: "a.ts" }],
  [
    { event, agent: "claude-code" },
    { tool: "Write", input: event.tool_input },
  ],
])("%j is understood", (line, what) => {
  expect(parseSubject(JSON.stringify(line), io)).toEqual({ kind: "known", what });
});

it.each([
  ["not json", "not a JSON object"],
  ["[]", "not a JSON object"],
  ["{}", 'none of "command"'],
  ['{"command": 1}', 'none of "command"'],
  [JSON.stringify({ event, agent: "nobody" }), 'no agent "nobody"'],
  [JSON.stringify({ event }), 'no agent ""'],
  [JSON.stringify({ event: { ...event, hook_event_name: "Stop" }, agent: "claude-code" }), "no tool call"],
])("%s is not: %s", (line, reason) => {
  expect(parseSubject(line, io)).toMatchObject({ kind: "invalid", reason: expect.stringContaining(reason) });
});
