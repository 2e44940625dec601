import { readFileSync } from "node:fs";
import type { AgentId } from "@writ/contracts";

/** A payload and the event its hook is installed for. */
export interface AgentCall {
  readonly event: string;
  readonly payload: unknown;
}

/** The same three calls of one agent, made from its captured payloads. */
export interface AgentCalls {
  write(path: string): AgentCall;
  command(line: string): AgentCall;
  read(path: string): AgentCall;
  /** A tool Writ has never heard of, with the path of a file. */
  unknown(path: string): AgentCall;
}

interface Templates {
  readonly write: string;
  /** The tool and the path that the captured write names. */
  readonly tool: string;
  readonly path: string;
  readonly command: string;
  /** The name of the tool that reads, or a captured payload of it with its path. */
  readonly read: string | readonly [name: string, path: string];
}

/** A command-hook agent that speaks as Claude Code does differs in the names of its tools only. */
const templates: Partial<Record<AgentId, Templates>> = {
  "claude-code": {
    write: "PreToolUse",
    tool: "Write",
    path: "/ws/hello.txt",
    command: "PreToolUse.shell",
    read: "Read",
  },
  codex: {
    write: "PreToolUse",
    tool: "apply_patch",
    path: "hello.txt",
    command: "PreToolUse.shell",
    read: "read_file",
  },
  copilot: { write: "preToolUse", tool: "create", path: "/ws/hello.txt", command: "preToolUse.shell", read: "view" },
  gemini: {
    write: "BeforeTool",
    tool: "write_file",
    path: "/ws/hello.txt",
    command: "BeforeTool.shell",
    read: "read_file",
  },
  cursor: {
    write: "preToolUse.pkg",
    tool: "Write",
    path: "/ws/hello.txt",
    command: "preToolUse.shell.pkg",
    read: "Read",
  },
  qwen: {
    write: "PreToolUse.pkg",
    tool: "write_file",
    path: "/ws/hello.txt",
    command: "PreToolUse.shell.pkg",
    read: "read_file",
  },
  droid: {
    write: "PreToolUse.docs",
    tool: "Create",
    path: "/ws/hello.txt",
    command: "PreToolUse.shell.docs",
    read: "Read",
  },
  windsurf: {
    write: "pre_write_code.docs",
    tool: "pre_write_code",
    path: "/ws/hello.txt",
    command: "pre_run_command.docs",
    read: ["pre_read_code.docs", "/ws/hello.txt"],
  },
  kiro: {
    write: "PreToolUse.docs",
    tool: "fs_write",
    path: "/ws/hello.txt",
    command: "PreToolUse.shell.docs",
    read: "fs_read",
  },
  opencode: { write: "tool.before", tool: "write", path: "src/hello.txt", command: "tool.before.shell", read: "read" },
  kilo: { write: "tool.before", tool: "write", path: "src/hello.txt", command: "tool.before.shell", read: "read" },
  cline: { write: "tool.before", tool: "editor", path: "src/a.ts", command: "tool.before.shell", read: "read_file" },
  pi: { write: "tool.before", tool: "write", path: "src/a.ts", command: "tool.before.shell", read: "read" },
  amp: {
    write: "tool.before.pkg",
    tool: "create_file",
    path: "/ws/hello.txt",
    command: "tool.before.shell.pkg",
    read: "Read",
  },
};

/** The calls of an agent; paths are from the root, which is called `/ws`. */
export function callsOf(agent: AgentId): AgentCalls {
  const known = templates[agent];
  if (known === undefined) throw new Error(`There are no templates for ${agent}.`);
  const renamed = (tool: string, path: string) => {
    const { event, text } = captured(agent, known.write);
    const named = text.replaceAll(JSON.stringify(known.tool), JSON.stringify(tool));
    if (tool !== known.tool && named === text) throw new Error(`${agent}/${known.write} names no ${known.tool}.`);
    return { event, payload: JSON.parse(withPath(named, known.path, path)) };
  };
  return {
    write: (path) => renamed(known.tool, path),
    unknown: (path) => renamed("FutureTool", path),
    read(path) {
      if (typeof known.read === "string") return renamed(known.read, path);
      const [name, old] = known.read;
      const { event, text } = captured(agent, name);
      return { event, payload: JSON.parse(withPath(text, old, path)) };
    },
    command(line) {
      const { event, text } = captured(agent, known.command);
      const payload = JSON.parse(text, (key, value) => {
        if (key === "command" || key === "command_line") return line;
        return key === "commands" ? [line] : key === "cwd" ? "/ws" : value;
      });
      return { event, payload };
    },
  };
}

function captured(agent: AgentId, name: string): { event: string; text: string } {
  const file = new URL(`../../packages/adapters/fixtures/${agent}/${name}.json`, import.meta.url);
  const isPlugin = name.startsWith("tool.before");
  return { event: isPlugin ? "tool.before" : (name.split(".")[0] ?? ""), text: readFileSync(file, "utf8") };
}

function withPath(text: string, old: string, path: string): string {
  if (!text.includes(old)) throw new Error(`The payload does not name ${old}.`);
  return text.replaceAll(old, old.startsWith("/ws/") ? `/ws/${path}` : path);
}
