import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ToolError } from "@writ/contracts";
import { onTestFinished } from "vitest";
import { type Bed, command } from "./cli-bed.ts";

const agentProcess = fileURLToPath(new URL("mcp-agent.mjs", import.meta.url));

/** What a tool said. */
export interface Told {
  /** `ok`, or the code of the refusal. */
  readonly says: string;
  readonly text: string;
  readonly data: unknown;
  readonly error: ToolError | null;
}

/** An agent's end of one running server. */
export interface Served {
  readonly client: Client;
  /** The agent's process, which started the server. */
  readonly pid: number;
  call(tool: string, input?: Record<string, unknown>): Promise<Told>;
  select(intent: string): Promise<Told>;
  write(path: string, content: string, more?: Record<string, unknown>): Promise<Told>;
  edit(path: string, ...edits: { old: string; new: string; all?: boolean }[]): Promise<Told>;
  patch(...lines: string[]): Promise<Told>;
  /** What the server has written to standard error so far. */
  notes(): string;
  close(): Promise<void>;
}

/** How a server is started, where it is not as usual. */
export interface Start {
  readonly name?: string;
  readonly cwd?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: ClientOptions;
}

/** Starts `writ mcp` as an agent does, with the official client. It ends with the test. */
export async function served(bed: Pick<Bed, "root" | "env">, start: Start = {}): Promise<Served> {
  const { name = "Roo Code", cwd = bed.root, args = [], env = {}, options } = start;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [agentProcess, process.execPath, command, "mcp", ...args],
    cwd,
    env: { ...bed.env, ...env },
    stderr: "pipe",
  });
  let notes = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    notes += chunk.toString("utf8");
  });
  const client = new Client({ name, version: "1.0.0" }, options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (tool: string, input: Record<string, unknown> = {}) =>
    told(await client.callTool({ name: tool, arguments: input }));
  return {
    client,
    pid: transport.pid ?? 0,
    call,
    select: (intent) => call("select_active_intent", { intent_id: intent }),
    write: (path, content, more = {}) => call("write_file", { path, content, ...more }),
    edit: (path, ...edits) => call("edit_file", { path, edits }),
    patch: (...lines) => call("apply_patch", { patch: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") }),
    notes: () => notes,
    close: () => client.close(),
  };
}

function told(result: Awaited<ReturnType<Client["callTool"]>>): Told {
  const { content, structuredContent: data, isError } = result;
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  if (isError !== true) return { says: "ok", text, data, error: null };
  const error: ToolError = JSON.parse(text);
  return { says: error.code, text, data, error };
}
