import { foldName, mayBeShortFor } from "./fold.ts";
import { otherAgents } from "./roles/agents.ts";

/** Settings, hooks and MCP servers in the folder of an agent that Writ has no adapter for. */
const settings = /^(?:[^/]*\.(?:jsonc?|ya?ml|toml)|hooks|plugins|extensions|mcp[^/]*)(?:\/|$)/;

/**
 * Folders, at any depth, that hold the guard or what it relies on. `all`: everything in them; otherwise what the
 * rest of the path must look like, folded. The folder's own name is always protected: who replaces it replaces all.
 */
const folders = new Map<string, "all" | RegExp>([
  [".orchestration", "all"],
  [".git", "all"],
  // Agents' settings, hooks, plugins and MCP servers.
  [".claude", /^(?:settings[^/]*\.json|hooks|plugins|mcp[^/]*\.json)(?:\/|$)/],
  [".codex", "all"],
  [".copilot", "all"],
  [".gemini", /^(?:settings[^/]*\.json|hooks|extensions|policies|trustedfolders\.json)(?:\/|$)/],
  [".qwen", /^(?:settings[^/]*\.json|hooks|extensions|trustedfolders\.json)(?:\/|$)/],
  [".cursor", /^(?:[^/]*\.json|hooks|plugins|extensions)(?:\/|$)/],
  [".opencode", /^(?:[^/]*\.jsonc?|plugins?|tools?|node_modules)(?:\/|$)/],
  [".kilo", /^(?:[^/]*\.jsonc?|plugins?|tools?|node_modules)(?:\/|$)/],
  [".kilocode", /^(?:[^/]*\.jsonc?|plugins?|tools?|node_modules)(?:\/|$)/],
  [".factory", /^(?:[^/]*\.json|hooks|plugins)(?:\/|$)/],
  [".cline", /^(?:[^/]*\.json|hooks|plugins|settings)(?:\/|$)/],
  [".clinerules", /^hooks(?:\/|$)/],
  [".windsurf", /^(?:[^/]*\.json|hooks)(?:\/|$)/],
  [".codeium", "all"],
  [".devin", /^(?:[^/]*\.json|hooks)(?:\/|$)/],
  [".kiro", /^(?:hooks|settings|agents|[^/]*\.json)(?:\/|$)/],
  [".amp", /^(?:[^/]*\.jsonc?|plugins|toolbox)(?:\/|$)/],
  [".pi", /^(?:[^/]*\.json|extensions)(?:\/|$)/],
  [".roo", /^[^/]*\.json$/],
  [".continue", /^(?:[^/]*\.(?:json|ya?ml|ts)|mcpservers|hooks)(?:\/|$)/],
  [".vscode", /^mcp\.json$/],
  [".github", /^(?:hooks|mcp\.json|copilot)(?:\/|$)/],
  ...otherAgents.map((folder) => [folder, settings] as const),
  // What hooks are, and what they and the guard wrote down: who forges that tells the person something else.
  [".system", /^(?:hooks|logs|cache)(?:\/|$)/],
  // The guard's own program.
  ["node_modules", /^(?:writ|@writ|\.bin\/writ(?:\.[a-z0-9]+)?)(?:\/|$)/],
]);

/** Files, at any depth, that start agents' servers or set up agents. */
const files: readonly string[] = [
  ".mcp.json",
  ".claude.json",
  "opencode.json",
  "opencode.jsonc",
  "kilo.json",
  "kilo.jsonc",
  "cline_mcp_settings.json",
];

/** The MCP servers of an agent, in a hidden folder of any name. */
const mcpFile = /^(?:[^/]*[._-])?mcp(?:[._-][^/]*)?\.(?:jsonc?|json5|ya?ml|toml)$/;

/** Folders that exist in most projects and hold other things too: their bare name guards nothing. */
const ordinary = new Set(["node_modules", ".system", ".github", ".vscode", ".clinerules"]);

/** Whether changing this workspace-relative path could switch the guard off or steer what it relies on. */
export function isProtected(path: string): boolean {
  if (path === "" || path === ".") return true;
  const segments = path.split("/").map(foldName);
  if (segments.some((segment) => files.includes(segment) || shortFor(segment, files) !== undefined)) return true;
  if (segments.some(isHidden) && mcpFile.test(segments.at(-1) ?? "")) return true;
  return segments.some((segment, at) => {
    const name = folders.has(segment) ? segment : shortFor(segment, folders.keys());
    const rule = name === undefined ? undefined : folders.get(name);
    if (name === undefined || rule === undefined) return false;
    const rest = segments.slice(at + 1);
    if (rest.length === 0) return !ordinary.has(name);
    return rule === "all" || rule.test(rest.join("/")) || rest.slice(0, 1).some(looksShort);
  });
}

/** The names at the workspace root whose target is protected too, should one of them be a link. */
export function guardedNames(): string[] {
  return [...[...folders.keys()].filter((name) => !ordinary.has(name)), ...files];
}

function shortFor(segment: string, names: Iterable<string>): string | undefined {
  if (!looksShort(segment)) return undefined;
  for (const name of names) if (mayBeShortFor(segment, name)) return name;
  return undefined;
}

/** `.trae`, but not `..`. */
function isHidden(segment: string): boolean {
  return /^\.[^.]/.test(segment);
}

function looksShort(segment: string): boolean {
  return /~\d/.test(segment);
}
