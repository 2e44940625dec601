import { parse } from "jsonc-parser";
import { splitMark } from "./layout.ts";
import { callsWrit } from "./own.ts";
import { readToml } from "./toml-value.ts";

/** A hook of Writ's as it stands in a settings file. */
export interface InstalledHook {
  readonly line: string;
  /** As the agent names it; `null` where the line does not say. */
  readonly event: string | null;
  /** How long the agent waits for it, under the name and in the unit of that agent; `null` where it is not said. */
  readonly timeout: { readonly name: string; readonly value: number } | null;
}

/** The MCP server of Writ as it stands in a settings file. */
export interface InstalledServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly isOff: boolean;
}

/** What of Writ's is in a settings file. */
export interface Installed {
  readonly hooks: readonly InstalledHook[];
  readonly servers: readonly InstalledServer[];
}

/** What a settings file says, comments left out; `null` for what is neither JSON nor TOML. */
export function readSettings(path: string, text: string): unknown {
  const { body } = splitMark(text);
  try {
    if (path.endsWith(".toml")) return readToml(body);
    const value: unknown = parse(body, [], { allowTrailingComma: true });
    return value ?? null;
  } catch {
    return null;
  }
}

/** Finds Writ's hooks and its server in what a settings file says, however the agent wraps them. */
export function installedIn(settings: unknown): Installed {
  const hooks: InstalledHook[] = [];
  const servers: InstalledServer[] = [];
  walk(settings, null);
  return { hooks, servers };

  function walk(value: unknown, around: InstalledHook["timeout"]): void {
    if (Array.isArray(value)) for (const one of value) walk(one, around);
    if (!isFields(value)) return;
    const timeout = timeoutIn(value) ?? around;
    const server = isFields(value.writ) ? serverIn(value.writ) : null;
    if (server !== null) servers.push(server);
    const line = [value.command, value.bash].find((one) => typeof one === "string" && callsWrit(one));
    if (typeof line === "string") hooks.push({ line, event: eventIn(line), timeout });
    for (const [name, one] of Object.entries(value)) if (name !== "writ" || server === null) walk(one, timeout);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function timeoutIn(fields: Fields): InstalledHook["timeout"] {
  for (const name of ["timeout", "timeoutSec", "timeout_ms"]) {
    const value = fields[name];
    if (typeof value === "number") return { name, value };
  }
  return null;
}

/** `… writ.sh" codex PreToolUse; …`, `writ hook codex PreToolUse` */
function eventIn(line: string): string | null {
  return /\b(?:writ\.sh["']?|hook)\s+[a-z-]+\s+([A-Za-z_.]+)/.exec(line)?.[1] ?? null;
}

function serverIn(fields: Fields): InstalledServer | null {
  const [command, ...args] = [fields.command, fields.args].flat();
  if (typeof command !== "string") return null;
  const env = Object.entries(isFields(fields.env) ? fields.env : {}).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return {
    command,
    args: args.filter((one) => typeof one === "string"),
    env: Object.fromEntries(env),
    isOff: fields.enabled === false || fields.disabled === true,
  };
}
