import { type CallToolResult, CLIENT_INFO_META_KEY, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { type Problem, ProblemError, problem, type SessionRef, toToolError } from "@writ/contracts";
import { protocolSentence } from "@writ/runtime";
import { agentOf } from "./agent-of.ts";
import type { Conversation } from "./conversation.ts";
import type { Result } from "./govern.ts";
import { requireInput, shown } from "./schema.ts";
import { type ServedTool, tools } from "./tools.ts";

/** What every client is told when it connects. */
const instructions = `${protocolSentence} If Writ's hooks watch your own editing tools, go on using those; otherwise change files only with write_file, edit_file and apply_patch of this server. A refusal says what to do next; one with a ticket needs your person to run writ approve, and then exactly the same call again.`;

/** What is told of a fault nobody foresaw. */
const faultOf = (error: unknown) =>
  problem("HOOK_INTERNAL_ERROR", {
    hook: "writ mcp",
    reason: error instanceof Error ? error.message : String(error),
  });

/** The one JSON every refusal is (R85). */
function refusal(said: Problem): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(toToolError(told(said))) }], isError: true };
}

/** The server does not see the agent read: who has read a stale file again says so by its hash. */
function told(said: Problem): Problem {
  const { code, meta, recoverable } = said;
  if (code !== "STALE_FILE" || !recoverable || typeof meta.current_hash !== "string") return said;
  return {
    ...said,
    hint: `Read the file again, then repeat the change on top of what it holds now, with observed_content_hash ${meta.current_hash}`,
  };
}

/** What a tool gives back: as text, and as data where the tool says which. */
function reply({ output }: ServedTool, result: Result): CallToolResult {
  const text = "answer" in result ? result.answer : JSON.stringify({ files: result.changed });
  const content: CallToolResult["content"] = [{ type: "text", text }];
  return output === undefined ? { content } : { content, structuredContent: JSON.parse(text) };
}

/** What hooks said beside the answer, which stays the first text. */
const withTold = (result: CallToolResult, told: readonly string[]): CallToolResult => ({
  ...result,
  content: [...result.content, ...told.map((text) => ({ type: "text" as const, text }))],
});

const nameIn = (client: unknown): string | undefined =>
  typeof client === "object" && client !== null && "name" in client && typeof client.name === "string"
    ? client.name
    : undefined;

/** Who is at the other end: said once by most, with every request by clients of the protocol of 2026. */
function clientOf({ server }: McpServer, { mcpReq }: ServerContext): SessionRef["agent"] {
  const { [CLIENT_INFO_META_KEY]: client }: Record<string, unknown> = { ...mcpReq.envelope };
  return agentOf(nameIn(client ?? server.getClientVersion()));
}

/** The server with its tools and its prompt; what they do is up to the conversation. */
export function makeServer(version: string, conversation: Conversation): McpServer {
  // Neither list ever changes, and no client need wait for word of it.
  const capabilities = { tools: { listChanged: false }, prompts: { listChanged: false } };
  const server = new McpServer({ name: "writ", title: "Writ", version }, { instructions, capabilities });
  for (const tool of tools) {
    const { name, title, description, input, output, hints } = tool;
    const schemas = { inputSchema: shown(input), ...(output === undefined ? {} : { outputSchema: shown(output) }) };
    const annotations = { ...hints, openWorldHint: false };
    server.registerTool(name, { title, description, annotations, ...schemas }, async (given, context) => {
      const told: string[] = [];
      const tell = (lines: readonly string[]) => void told.push(...lines);
      try {
        requireInput(input, given);
        const from = { agent: clientOf(server, context), signal: context.mcpReq.signal, tell };
        return withTold(reply(tool, await conversation.call(name, given, from)), told);
      } catch (error) {
        return withTold(refusal(error instanceof ProblemError ? error.problem : faultOf(error)), told);
      }
    });
  }
  const about = { title: "Intents", description: "How to work here: the protocol, the intents, and the active one." };
  server.registerPrompt("intents", about, async () => ({
    messages: [{ role: "user", content: { type: "text", text: await conversation.section() } }],
  }));
  return server;
}
