import { join, resolve } from "node:path";
import { callsWrit, readSettings, type WiredAgent } from "@writ/adapters/wiring";
import { readIfThere } from "../../files.ts";
import type { Context } from "../../io.ts";
import { error, type Finding } from "../finding.ts";

/** A setting that switches something off. */
interface Switch {
  /** What it switches off. */
  readonly what: "hooks" | "the MCP server";
  /** From the root, from `~/`, or absolute. */
  readonly files: readonly string[];
  readonly key: readonly string[];
  readonly off: Off;
}

/** A value that switches off, and what to do about it. */
interface Off {
  readonly is: (value: unknown) => boolean;
  readonly fix: (name: string, file: string) => string;
}

const isText = (value: unknown) => typeof value === "string";

const isTrue: Off = { is: (value) => value === true, fix: (name, file) => `Take ${name} out of ${file}` };
const isFalse: Off = { is: (value) => value === false, fix: (name, file) => `Set ${name} to true in ${file}` };
const holdsWrit: Off = {
  is: (value) => Array.isArray(value) && value.includes("writ"),
  fix: (name, file) => `Take writ out of ${name} in ${file}`,
};
const runsWrit: Off = {
  is: (value) => Array.isArray(value) && value.filter(isText).some(callsWrit),
  fix: (name, file) => `Take Writ's hooks out of ${name} in ${file}`,
};

const own = (path: string) => [path, `~/${path}`];
const claudeFiles = [".claude/settings.json", ".claude/settings.local.json"];
const claudeHome = "~/.claude/settings.json";
const managedFiles = [
  "/etc/claude-code/managed-settings.json",
  "/Library/Application Support/ClaudeCode/managed-settings.json",
];

const switches: Partial<Record<WiredAgent, readonly Switch[]>> = {
  "claude-code": [
    { what: "hooks", files: [...claudeFiles, claudeHome, ...managedFiles], key: ["disableAllHooks"], off: isTrue },
    { what: "hooks", files: managedFiles, key: ["allowManagedHooksOnly"], off: isTrue },
    { what: "the MCP server", files: [...claudeFiles, claudeHome], key: ["disabledMcpjsonServers"], off: holdsWrit },
  ],
  // It heeds Claude Code's settings in the repository, and not its own at home.
  copilot: [
    {
      what: "hooks",
      files: [
        ".github/hooks/writ.json",
        ".github/copilot/settings.json",
        ".github/copilot/settings.local.json",
        ...claudeFiles,
      ],
      key: ["disableAllHooks"],
      off: isTrue,
    },
  ],
  gemini: [
    { what: "hooks", files: own(".gemini/settings.json"), key: ["hooksConfig", "enabled"], off: isFalse },
    { what: "hooks", files: own(".gemini/settings.json"), key: ["hooksConfig", "disabled"], off: runsWrit },
    { what: "the MCP server", files: own(".gemini/settings.json"), key: ["mcp", "excluded"], off: holdsWrit },
  ],
  qwen: [
    { what: "hooks", files: own(".qwen/settings.json"), key: ["disableAllHooks"], off: isTrue },
    { what: "the MCP server", files: own(".qwen/settings.json"), key: ["mcp", "excluded"], off: holdsWrit },
  ],
  droid: [{ what: "hooks", files: own(".factory/settings.json"), key: ["hooks", "hooksDisabled"], off: isTrue }],
  codex: [{ what: "hooks", files: own(".codex/config.toml"), key: ["features", "hooks"], off: isFalse }],
};

/** Variables that switch hooks off for an agent started where they are set. */
const variables: Partial<Record<WiredAgent, readonly string[]>> = {
  "claude-code": ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"],
  opencode: ["OPENCODE_PURE"],
  kilo: ["KILO_PURE"],
};

/** What keeps an agent from running hooks, or from reaching the MCP server, though it is wired. */
export async function switchFindings(agent: WiredAgent, root: string, { home, env }: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { what, files, key, off } of switches[agent] ?? []) {
    const name = key.join(".");
    for (const file of files) {
      const path = file.startsWith("~/") ? join(home, file.slice(2)) : resolve(root, file);
      if (off.is(await valueAt(path, key)))
        findings.push(error("switched off", `${file} switches ${what} off with ${name}.`, off.fix(name, file)));
    }
  }
  const set = (variables[agent] ?? []).filter((name) => !["", "0", "false"].includes(env[name] ?? ""));
  return [
    ...findings,
    ...set.map((name) =>
      error("switched off", `${name} is set: an agent started with it runs no hooks.`, `Run: unset ${name}`),
    ),
  ];
}

async function valueAt(path: string, key: readonly string[]): Promise<unknown> {
  const text = (await readIfThere(path).catch(() => null))?.toString("utf8");
  if (text === undefined) return undefined;
  return key.reduce<unknown>(
    (value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    readSettings(path, text),
  );
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
