import { existsSync, readdirSync, readFileSync } from "node:fs";
import { adapters } from "@writ/adapters";
import type { Call } from "@writ/contracts";
import { decide, toCall } from "@writ/engine";
import { factsWith, payloadsOf } from "@writ/testkit";
import { describe, expect, it } from "vitest";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/ws" };
const options = { id: "id", callId: "c", runners: [], tools: {}, cwd: "/ws", root: "/ws" };

/** What the engine makes of a payload of an agent. */
function callFrom(agent: string, payload: unknown, event?: string): Call {
  const read = adapters[agent]?.toEvent(payload, { ...stamp, ...(event === undefined ? {} : { event }) });
  if (read?.request === undefined) throw new Error(`${agent} sends no call with ${JSON.stringify(payload)}`);
  return toCall(read.request, options);
}

const shown = ({ kind, invalid, effects }: Call) => [
  invalid === undefined ? kind : "invalid",
  ...effects.map(({ op, path, from }) => (from === undefined ? `${op} ${path}` : `${op} ${from} -> ${path}`)),
];

describe("what a call of each agent does", () => {
  const write = ["changes", "modify /ws/hello.txt"];
  const shell = ["command", "modify shell.txt"];
  it.each<[agent: string, payload: string, expected: string[], event?: string]>([
    ["claude-code", "PreToolUse", write],
    ["claude-code", "PreToolUse.shell", shell],
    ["claude-code", "PreToolUse.mcp", ["opaque", "exec mcp__intent__select_active_intent"]],
    ["codex", "PreToolUse", ["changes", "create hello.txt"]],
    ["codex", "PreToolUse.shell", shell],
    ["codex", "PreToolUse.mcp", ["opaque", "exec mcp__intent__select_active_intent"]],
    ["qwen", "PreToolUse.pkg", write],
    ["qwen", "PreToolUse.subagent.pkg", write],
    ["qwen", "PreToolUse.mcp.pkg", ["handshake"]],
    ["droid", "PreToolUse.docs", ["changes", "create /ws/hello.txt"]],
    ["droid", "PreToolUse.edit.docs", write],
    ["droid", "PreToolUse.patch.docs", ["changes", "modify hello.txt"]],
    ["droid", "PreToolUse.shell.docs", shell],
    ["droid", "PreToolUse.mcp.docs", ["handshake"]],
    ["gemini", "BeforeTool", write],
    ["gemini", "BeforeTool.shell", shell],
    ["gemini", "BeforeTool.mcp", ["opaque", "exec mcp__intent__select_active_intent"]],
    ["copilot", "preToolUse", ["changes", "create /ws/hello.txt"], "preToolUse"],
    ["copilot", "preToolUse.shell", shell, "preToolUse"],
    ["copilot", "preToolUse.mcp", ["opaque", "exec intent-select_active_intent"], "preToolUse"],
    ["copilot", "preToolUse.patch-as-text.docs", ["changes", "create hello.txt"], "preToolUse"],
    ["copilot", "preToolUse.arguments-as-text.docs", ["command", "delete dist", "exec rm"], "preToolUse"],
    ["copilot", "via-claude-settings.PreToolUse", write],
    ["copilot", "via-claude-settings.PreToolUse.shell", shell],
    ["copilot", "vs-code.PreToolUse.docs", ["changes", "create /ws/hello.txt"]],
    ["copilot", "vs-code.PreToolUse.older.src", write],
    ["copilot", "vs-code.PreToolUse.shell.docs", shell],
    ["copilot", "vs-code.PreToolUse.mcp.docs", ["handshake"]],
    ["cursor", "preToolUse.pkg", write],
    ["cursor", "preToolUse.delete.pkg", ["changes", "delete /ws/hello.txt"]],
    ["cursor", "preToolUse.shell.pkg", ["command", "modify /ws/sub/shell.txt"]],
    ["cursor", "beforeShellExecution.pkg", shell],
    // Whose it is, only the events of MCP tell.
    ["cursor", "preToolUse.mcp.pkg", ["opaque", "exec MCP:select_active_intent"]],
    ["cursor", "beforeMCPExecution.pkg", ["handshake"]],
    ["cursor", "beforeMCPExecution.foreign.pkg", ["opaque", "exec mcp__evil__select_active_intent"]],
    ["windsurf", "pre_write_code.docs", write],
    ["windsurf", "pre_read_code.docs", ["safe"]],
    ["windsurf", "pre_run_command.docs", ["command", "modify /ws/sub/shell.txt"]],
    ["windsurf", "pre_mcp_tool_use.docs", ["handshake"]],
    ["kiro", "PreToolUse.docs", ["changes", "create /ws/hello.txt"]],
    ["kiro", "PreToolUse.edit.docs", write],
    ["kiro", "PreToolUse.shell.docs", shell],
    ["kiro", "PreToolUse.mcp.docs", ["handshake"]],
    ["kiro", "preToolUse.cli-2.docs", ["invalid", "exec edit"]],
    ["opencode", "tool.before", ["changes", "modify src/hello.txt"]],
    ["opencode", "tool.before.edit", ["changes", "modify src/hello.txt"]],
    ["opencode", "tool.before.patch.pkg", ["changes", "modify src/hello.txt", "create src/new.txt"]],
    ["opencode", "tool.before.read", ["safe"]],
    ["opencode", "tool.before.mcp.pkg", ["handshake"]],
    ["kilo", "tool.before.patch.pkg", ["changes", "modify src/hello.txt", "create src/new.txt"]],
    ["kilo", "tool.before.mcp.pkg", ["handshake"]],
    ["cline", "tool.before", ["changes", "modify src/a.ts"]],
    ["cline", "tool.before.edit", ["changes", "modify src/a.ts"]],
    ["cline", "tool.before.patch.pkg", ["changes", "modify src/hello.txt", "create src/new.txt"]],
    ["cline", "tool.before.read", ["safe"]],
    ["cline", "tool.before.shell", ["command", "delete src", "exec rm"]],
    ["cline", "tool.before.shell-bare.pkg", ["command", "modify src/a.ts"]],
    ["cline", "tool.before.shell-parts.pkg", ["command", "modify src/a b.ts"]],
    ["cline", "tool.before.handshake", ["handshake"]],
    ["cline", "tool.before.mcp.pkg", ["handshake"]],
    ["pi", "tool.before", ["changes", "modify src/a.ts"]],
    ["pi", "tool.before.edit", ["changes", "modify src/a.ts"]],
    ["pi", "tool.before.shell", ["command", "delete src", "exec rm"]],
    ["pi", "tool.before.handshake", ["handshake"]],
    ["amp", "tool.before.pkg", ["changes", "create /ws/hello.txt"]],
    ["amp", "tool.before.edit.pkg", write],
    ["amp", "tool.before.undo.pkg", write],
    ["amp", "tool.before.patch.pkg", ["changes", "modify src/hello.txt", "create src/new.txt"]],
    ["amp", "tool.before.shell.pkg", ["command", "modify /ws/sub/shell.txt"]],
    ["amp", "tool.before.shell-command.pkg", ["command", "modify /ws/sub/shell.txt"]],
    ["amp", "tool.before.address.pkg", ["invalid", "exec write_to_file"]],
  ])("%s %s: %j", (agent, payload, expected, event) => {
    expect(shown(callFrom(agent, payloadsOf(agent)(payload), event))).toEqual(expected);
  });
});

describe("the tools agents offered their models when they were run", () => {
  const folder = new URL("../packages/adapters/fixtures/", import.meta.url);
  const agents = readdirSync(folder).filter((agent) => existsSync(new URL(`${agent}/tools.json`, folder)));
  /** Tools that may do anything, or poll something that does: a person is asked about them once. */
  const opaque = ["Workflow", "write_stdin", "read_bash", "read_background_output", "save_memory"];
  const tools = agents.flatMap((agent) =>
    JSON.parse(readFileSync(new URL(`${agent}/tools.json`, folder), "utf8"))
      .map(({ name }: { name: string }): [string, string] => [agent, name])
      .filter(([, name]: [string, string]) => !name.endsWith("select_active_intent")),
  );

  it.each(tools)("%s: %s is known, or opaque on purpose", (_, tool) => {
    const { kind } = toCall({ tool, input: {}, callId: null }, options);
    expect(kind === "opaque").toBe(opaque.includes(tool));
  });
});

describe("a handshake", () => {
  const writs = (tool: string) => toCall({ tool, input: { intent_id: "INT-001" }, callId: null }, options).kind;
  it.each([
    ["mcp__writ__select_active_intent", "handshake"],
    ["mcp_writ_select_active_intent", "handshake"],
    ["writ-select_active_intent", "handshake"],
    ["writ___select_active_intent", "handshake"],
    ["@writ/select_active_intent", "handshake"],
    ["MCP:select_active_intent", "opaque"],
    // There is no plugin of Writ's for Claude Code; whoever makes one of that name is not Writ.
    ["mcp__plugin_writ_writ__select_active_intent", "opaque"],
    ["mcp__writ2__select_active_intent", "opaque"],
    ["mcp__Writ__select_active_intent", "opaque"],
    ["mcp__wrіt__select_active_intent", "opaque"],
    ["evil-select_active_intent", "opaque"],
    ["evil/select_active_intent", "opaque"],
  ])("is not %s of another server: %s", (tool, kind) => {
    expect(writs(tool)).toBe(kind);
  });
});

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: string;
}

const events = readFileSync(new URL("corpus/bypass.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))
  .filter(({ kind }) => kind === "event");
const ownedScope = ["src/auth/**", "src/middleware/jwt.ts", "tests/auth/**"];

function verdictOn(call: Call): string {
  return decide(call, factsWith({ ownedScope, for: call })).verdict.kind;
}

describe("events of the corpus, sent by every agent whose payloads name their tool", () => {
  const plugged = ["opencode", "kilo", "cline", "pi", "amp"];
  const named = ["claude-code", "codex", "qwen", "droid", "gemini", "cursor", "kiro", "copilot", ...plugged];
  const before: Record<string, string> = {
    ...{ gemini: "BeforeTool", cursor: "preToolUse", copilot: "preToolUse" },
    ...Object.fromEntries(plugged.map((agent) => [agent, "tool.before"])),
  };
  const single = events.filter(({ input }) => typeof input.tool === "string");

  it("has the cases", () => {
    expect(single.map(({ id }) => id)).toEqual(["F004", "F005", "F006", "F010", "F017", "F019", "F020", "F021"]);
  });

  it.each(named.flatMap((agent) => single.map((one): [string, string, Case] => [agent, one.id, one])))(
    "%s: %s is not let through",
    (agent, _, { input: { tool, toolName, ...input }, expect: wanted }) => {
      const name = toolName ?? tool;
      const payload = {
        session_id: "s-1",
        conversation_id: "s-1",
        sessionId: "s-1",
        tool_name: name,
        toolName: name,
        tool_input: input,
        toolArgs: input,
        session: "s-1",
        call: { id: "c-1", tool: name, input },
      };
      const call = callFrom(agent, payload, before[agent] ?? "PreToolUse");
      expect(wanted).toBe("not-allow");
      expect(["ask", "deny"]).toContain(verdictOn(call));
    },
  );

  it.each(events.filter(({ input }) => Array.isArray(input.steps)))(
    "$id: not every step of it is let through",
    (one) => {
      const steps: unknown[] = Array.isArray(one.input.steps) ? one.input.steps : [];
      const verdicts = steps.map((step) => {
        const [, tool = "", rest = ""] = /^(\w+):? (.*)$/.exec(String(step)) ?? [];
        const tool_input = tool === "Bash" ? { command: rest } : { file_path: rest, content: "x" };
        return verdictOn(callFrom("claude-code", { session_id: "s-1", tool_name: tool, tool_input }, "PreToolUse"));
      });
      expect(verdicts.some((verdict) => verdict === "ask" || verdict === "deny")).toBe(true);
    },
  );
});
