import { basename } from "node:path";
import type { AgentId } from "@writ/contracts";

/** How an agent shows in the list of processes. Hooks read it, so it stands apart from what edits settings. */
interface AgentProgram {
  readonly agent: AgentId;
  readonly title: string;
  /** The program, or the script that Node runs. */
  readonly names: readonly string[];
  /** The package that the script comes from. */
  readonly packages: readonly string[];
  /** Its hooks tell of a session when the agent starts; others stay silent until the first prompt. */
  readonly isHeardAtStart: boolean;
}

const programs: readonly AgentProgram[] = [
  program("claude-code", "Claude Code", ["claude"], ["@anthropic-ai/claude-code"], true),
  program("gemini", "Gemini CLI", ["gemini", "gemini.js"], ["@google/gemini-cli"], true),
  program("qwen", "Qwen Code", ["qwen"], ["@qwen-code/qwen-code"], true),
  program("pi", "Pi", [], ["@mariozechner/pi-coding-agent"], true),
  program("codex", "Codex", ["codex"], ["@openai/codex"], false),
  program("copilot", "GitHub Copilot", ["copilot"], ["@github/copilot"], false),
  program("opencode", "OpenCode", ["opencode"], ["opencode-ai"], false),
  program("kilo", "Kilo", ["kilo"], ["@kilocode/cli"], false),
  program("cline", "Cline", ["cline"], [], false),
  program("droid", "Droid", ["droid"], ["@factory/cli"], false),
  program("amp", "Amp", ["amp"], ["@ampcode/cli", "@sourcegraph/amp"], false),
];

function program(
  agent: AgentId,
  title: string,
  names: readonly string[],
  packages: readonly string[],
  isHeardAtStart: boolean,
): AgentProgram {
  return { agent, title, names, packages, isHeardAtStart };
}

const runtimes = /^(node|bun|deno)(\d|$)/;

/** The agent that a command line runs; `null` for any other program. */
export function agentRunBy(words: readonly string[]): AgentProgram | null {
  const [command = "", ...rest] = words;
  const script = runtimes.test(basename(command)) ? rest.find((word) => !word.startsWith("-")) : command;
  if (script === undefined) return null;
  const name = basename(script);
  return (
    programs.find(
      ({ names, packages }) =>
        names.includes(name) ||
        packages.some((one) => script.includes(`/node_modules/${one}/`) && !name.includes("hook")),
    ) ?? null
  );
}

/** An agent as people call it. */
export const titleOf = (agent: string): string => programs.find((one) => one.agent === agent)?.title ?? agent;
