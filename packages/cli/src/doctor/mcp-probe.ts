import type { ChildProcess } from "node:child_process";
import { end, firstLine, mostOutput, type Started, start } from "./process.ts";

/** What a server said when it was asked which tools it has. */
export type Probed = { readonly tools: readonly string[]; readonly ms: number } | { readonly reason: string };

/** Agents wait longer; a person who looks should not. */
const patienceMs = 10_000;

const hello = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "writ doctor", version: "1" },
};

/** Starts the server as an agent would, asks for its tools, and ends it. */
export async function probeServer(command: string, args: readonly string[], started: Started): Promise<Probed> {
  const begun = performance.now();
  const child = start(command, args, started);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Probed>((resolve) => {
    timer = setTimeout(() => resolve({ reason: `it did not answer within ${patienceMs / 1000} seconds` }), patienceMs);
  });
  try {
    const tools = listTools(child).then((names) => ({ tools: names, ms: Math.round(performance.now() - begun) }));
    return await Promise.race([tools.catch((fault: Error) => ({ reason: fault.message })), late]);
  } finally {
    clearTimeout(timer);
    end(child);
  }
}

async function listTools(child: ChildProcess): Promise<string[]> {
  const ask = askFrom(child);
  await ask(1, "initialize", hello);
  say(child, { method: "notifications/initialized" });
  const { tools } = await ask(2, "tools/list", {});
  if (!Array.isArray(tools)) throw new Error("it does not say which tools it has");
  return tools.flatMap((tool: unknown) => (isObject(tool) && typeof tool.name === "string" ? [tool.name] : []));
}

function say(child: ChildProcess, message: object): void {
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

type Answer = Record<string, unknown>;

/** Asks one question after the other; whatever is not an answer to one ends the conversation. */
function askFrom(child: ChildProcess): (id: number, method: string, params: object) => Promise<Answer> {
  const waiting = new Map<unknown, (message: Answer) => void>();
  let [rest, err] = ["", ""];
  const broken = new Promise<never>((_, reject) => {
    child.on("error", (fault) => reject(new Error(`it cannot be started (${fault.message})`)));
    child.on("close", (code) => reject(new Error(endedBecause(code, err))));
    child.stdin?.on("error", () => {});
    child.stderr?.on("data", (chunk: Buffer) => {
      if (err.length < mostOutput) err += chunk.toString("utf8");
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > mostOutput) reject(new Error("it prints without end"));
      for (const line of lines) {
        const message = parse(line);
        if (message === null) reject(new Error(`it prints what is not MCP: ${firstLine(line)}`));
        else waiting.get(message.id)?.(message);
      }
    });
  });
  // Nobody may be waiting when it ends.
  broken.catch(() => {});
  return async (id, method, params) => {
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    say(child, { id, method, params });
    const { result, error } = await Promise.race([answered, broken]);
    if (isObject(result)) return result;
    const said = isObject(error) && typeof error.message === "string" ? error.message : "nothing";
    throw new Error(`it answers ${method} with an error: ${firstLine(said)}`);
  };
}

function endedBecause(code: number | null, err: string): string {
  const said = firstLine(err);
  return `it ended at once${code === null ? "" : ` with exit code ${code}`}${said === "" ? "" : `: ${said}`}`;
}

/** A line of the protocol; an empty object for an empty line, `null` for anything else. */
function parse(line: string): Answer | null {
  if (line.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && value.jsonrpc === "2.0" ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
