import { markers, mcpCommand } from "@writ/adapters";
import type { Context } from "../../io.ts";
import { plural } from "../../text/table.ts";
import { error, type Finding, ok, warning } from "../finding.ts";
import { type Probed, probeServer } from "../mcp-probe.ts";
import type { FoundFile } from "./wired-files.ts";

/** What came of asking the MCP server an agent's settings name. */
export interface ServerLook {
  readonly state: "reachable" | "unreachable" | "off" | "not tried" | "none";
  readonly tools: number | null;
  readonly findings: readonly Finding[];
}

/** Starts servers; the same one for several agents only once. */
export type Prober = (command: string, args: readonly string[]) => Promise<Probed>;

/** A prober in a repository. What an agent that started the doctor said about its session is left out. */
export function openProber(root: string, { env }: Pick<Context, "env">): Prober {
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => !markers.includes(name) && !name.endsWith("_SESSION_ID")),
  );
  const probed = new Map<string, Promise<Probed>>();
  return (command, args) => {
    const key = JSON.stringify([command, args]);
    const asked = probed.get(key) ?? probeServer(command, args, { cwd: root, env: kept });
    probed.set(key, asked);
    return asked;
  };
}

/**
 * Asks the server in an agent's settings. Only the command Writ itself writes is started: a repository may bring another
 * one, and looking at it must not run it.
 */
export async function lookAtServer(
  agent: string,
  files: readonly FoundFile[],
  probe: Prober | null,
): Promise<ServerLook> {
  const init = `Run: writ init --agent ${agent}`;
  const file = files.find(({ installed }) => installed.servers.length > 0);
  const server = file?.installed.servers[0];
  if (file === undefined || server === undefined) return { state: "none", tools: null, findings: [] };
  const { path } = file;
  if (server.isOff) {
    const finding = error("mcp", `The MCP server writ is switched off in ${path}.`, `Switch it on in ${path}`);
    return { state: "off", tools: null, findings: [finding] };
  }
  const { command, args } = mcpCommand();
  const isOurs =
    server.command === command && server.args.join("\0") === args.join("\0") && Object.keys(server.env).length === 0;
  if (!isOurs) {
    const finding = warning(
      "mcp",
      `The MCP server writ in ${path} is not started as Writ writes it, so it was not tried.`,
      init,
    );
    return { state: "not tried", tools: null, findings: [finding] };
  }
  if (probe === null) return { state: "not tried", tools: null, findings: [] };
  const probed = await probe(command, args);
  if ("reason" in probed) {
    const finding = error(
      "mcp",
      `The MCP server does not work: ${probed.reason}.`,
      "Run: writ init   and if it stays so: writ mcp",
    );
    return { state: "unreachable", tools: null, findings: [finding] };
  }
  const tools = probed.tools.length;
  return { state: "reachable", tools, findings: [ok("mcp", `MCP server answers with ${plural(tools, "tool")}`)] };
}
