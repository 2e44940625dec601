import { field, type Input, isRecord, texts } from "./input.ts";

/** A call of a tool on an MCP server, whatever the agent made of its name. */
export interface McpCall {
  server: string;
  tool: string;
  input: unknown;
}

/** Tools by which agents call any MCP tool: the real one is named in the input. */
const envelopes = ["use_mcp_tool", "mcp_tool_use", "call_mcp_tool"];

/** Spellings that carry server and tool, most telling first. */
const spellings: readonly RegExp[] = [
  /^mcp__(?<server>.+?)__(?<tool>.+)$/,
  /^mcp_(?<server>[^_]+)_(?<tool>.+)$/,
  /^MCP:(?<tool>.+)$/,
  /^@?(?<server>[^/]+)\/(?<tool>.+)$/,
  /^(?<server>.+?)___(?<tool>.+)$/,
  /^(?<server>.+?)__(?<tool>.+)$/,
];

/** Reads an MCP call out of a tool's name, or out of the input of an envelope tool; `null` when it is none. */
export function parseMcp(name: string, input: Input): McpCall | { invalid: string } | null {
  if (envelopes.includes(name)) return unwrap(input);
  for (const spelling of spellings) {
    const { server = "", tool } = spelling.exec(name)?.groups ?? {};
    if (tool !== undefined) return { server, tool, input };
  }
  return null;
}

/** What the MCP tool itself is given, where an agent wraps that into the input of a tool of its own. */
export function mcpInput(name: string, input: unknown): unknown {
  const called = isRecord(input) ? parseMcp(name, input) : null;
  return called === null || "invalid" in called ? input : called.input;
}

/** `server-tool` and `server_tool`, which only a known tool name tells from any other name. */
export function splitKnown(name: string, known: readonly string[]): { server: string; tool: string } | null {
  for (const tool of known) {
    const server = new RegExp(`^(.+)[-_.:]${tool}$`).exec(name)?.[1];
    if (server !== undefined) return { server: server.replace(/^mcp_+/, "").replace(/[_-]+$/, ""), tool };
  }
  return null;
}

function unwrap(input: Input): McpCall | { invalid: string } {
  const [server, ...servers] = texts(input, ["server_name", "serverName", "server"]);
  const [tool, ...tools] = texts(input, ["tool_name", "toolName", "tool", "name"]);
  if (servers.length > 0 || tools.length > 0) return { invalid: "it names two MCP servers or tools" };
  if (server === undefined || tool === undefined) return { invalid: "it names no MCP server or tool" };
  const given = field(input, "arguments") ?? field(input, "args") ?? field(input, "input") ?? {};
  if (isRecord(given)) return { server, tool, input: given };
  if (typeof given !== "string") return { invalid: "the arguments of the MCP tool are not an object" };
  try {
    return { server, tool, input: given.trim() === "" ? {} : JSON.parse(given) };
  } catch {
    return { invalid: "the arguments of the MCP tool are not JSON" };
  }
}
