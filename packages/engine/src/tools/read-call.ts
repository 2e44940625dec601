import {
  type Call,
  type Config,
  type Effect,
  type Expansion,
  type MutationClass,
  mutationClasses,
  type ToolRequest,
} from "@writ/contracts";
import { ruleFor } from "../policies/kind.ts";
import { fileServers, fileServerTools, handshakes, toolNamed } from "./catalog.ts";
import { type Analyser, readCommand } from "./commands.ts";
import { field, type Input, isRecord, parseInput, text, wrongType } from "./input.ts";
import { parseMcp, splitKnown } from "./mcp.ts";
import { overridden } from "./overrides.ts";
import { itemsIn, pathsIn } from "./paths.ts";
import { handshakeTool, opaqueTool, type Tool } from "./tool.ts";

/** What is handed in beside the request itself. */
export interface CallOptions {
  /** UUIDv4 of this invocation. */
  readonly id: string;
  readonly callId: string;
  readonly runners: readonly string[];
  readonly tools: Config["tools"];
  /** `commands` of the config. */
  readonly rules?: Config["commands"];
  /** Where the agent stands, and the workspace's root. */
  readonly cwd?: string | undefined;
  readonly root?: string | undefined;
  /** The model may type into what the call starts, and no hook sees what. */
  readonly typed?: boolean | undefined;
}

/** The same with the analyser of command lines: it is large, so whoever has no command need not load it. */
export interface ReadOptions extends CallOptions {
  readonly analyse: Analyser;
}

/** A tool call as the policies see it. Never throws: what cannot be understood is `invalid`. */
export function readCall(request: ToolRequest, options: ReadOptions): Call {
  const base = { id: options.id, callId: options.callId, tool: request.tool, input: request.input };
  const invalid = (tool: Tool, reason: string, more: Partial<Call> = {}): Call => ({
    ...base,
    ...more,
    toolName: tool.name,
    kind: tool.kind,
    effects: [unknownEffect(tool.name)],
    invalid: reason,
  });

  const parsed = parseInput(request.input);
  const found = resolve(request.tool, parsed.ok ? parsed.input : {});
  const mcp: Pick<Call, "mcp"> = found.mcp === undefined ? {} : { mcp: found.mcp };
  const named: Call = Object.assign(fresh(base, found.tool), mcp);
  const tool = overridden(found.tool, ruleFor(named, options));
  if (request.invalid !== undefined) return invalid(tool, request.invalid, mcp);
  if (!parsed.ok) return invalid(tool, parsed.reason, mcp);
  if (found.invalid !== undefined) return invalid(tool, found.invalid, mcp);

  const inner = found.input === parsed.input ? parsed : parseInput(found.input);
  if (!inner.ok) return invalid(tool, inner.reason, mcp);
  const refined = tool.refine?.(inner.input) ?? tool;
  if ("invalid" in refined) return invalid(tool, refined.invalid, mcp);
  const reason = refined.kind === "opaque" ? null : wrongType(inner.input);
  if (reason !== null) return invalid(refined, reason, mcp);

  const done = readEffects(refined, inner.input, options);
  if ("invalid" in done) return invalid(refined, done.invalid, mcp);
  const said = readDeclarations(refined, inner.input, done.effects ?? []);
  if ("invalid" in said) return invalid(refined, said.invalid, mcp);
  // Every call comes through here, and assigning is several times as fast as spreading.
  return Object.assign(fresh(base, refined), mcp, done, said);
}

const fresh = (
  { id, callId, tool, input }: Pick<Call, "id" | "callId" | "tool" | "input">,
  { name, kind }: Tool,
): Call => ({ id, callId, tool, input, toolName: name, kind, effects: [] });

interface Found {
  tool: Tool;
  input: unknown;
  mcp?: { server: string; tool: string };
  invalid?: string;
}

/** Which tool a name means: the table by exact spelling, then the ways agents spell MCP tools. */
function resolve(name: string, input: Input): Found {
  const known = toolNamed(name);
  if (known !== undefined && known.kind !== "opaque") return { tool: known, input };
  const called = parseMcp(name, input) ?? splitCall(name, input);
  if (called === null) return { tool: known ?? opaqueTool(name), input };
  if ("invalid" in called) return { tool: opaqueTool(name), input, invalid: called.invalid };
  const { server, tool } = called;
  return { tool: mcpTool(name, server, tool), input: called.input, mcp: { server, tool } };
}

function splitCall(name: string, input: Input): { server: string; tool: string; input: Input } | null {
  const found = splitKnown(name, [...handshakes, ...Object.keys(fileServerTools)]);
  if (found === null || !(handshakes.includes(found.tool) ? found.server === "writ" : fileServers.test(found.server))) {
    return null;
  }
  return { ...found, input };
}

/** Writ's own tools count by their exact name and on its own server; where the agent names none, it may be anybody's. */
function mcpTool(name: string, server: string, tool: string): Tool {
  if (handshakes.includes(tool) && server === "writ") return handshakeTool(tool);
  const file = fileServers.test(server) && Object.hasOwn(fileServerTools, tool) ? fileServerTools[tool] : undefined;
  return file ?? opaqueTool(name);
}

const unknownEffect = (name: string): Effect => ({ op: "exec", path: name, certainty: "opaque" });

type Done = Pick<Partial<Call>, "effects" | "command" | "reads">;

function readEffects(tool: Tool, input: Input, options: ReadOptions): Done | { invalid: string } {
  switch (tool.kind) {
    case "changes":
      return tool.effects?.(input) ?? { invalid: "what it changes is not known" };
    case "command":
      return readCommand(input, options, tool, options.analyse);
    case "opaque":
      return { effects: [unknownEffect(tool.name)] };
    case "safe":
      return tool.showsContent ? readPaths(input) : {};
    case "handshake":
      return {};
  }
}

function readPaths(input: Input): Done | { invalid: string } {
  const top = pathsIn(input);
  const items = itemsIn(input);
  if ("invalid" in top) return top;
  if ("invalid" in items) return items;
  const nested = items.flatMap((item) => text(item, ["path", "file_path", "filePath"]) ?? []);
  return { reads: [...new Set([...top, ...nested])] };
}

type Said = Pick<Partial<Call>, "observed" | "expansion" | "declaredClass">;

/** What the agent says beside the change itself (R68, R73, R29). */
function readDeclarations(tool: Tool, input: Input, effects: readonly Effect[]): Said | { invalid: string } {
  const observed = readObserved(field(input, "observed_content_hash"), effects);
  if (observed !== null && "invalid" in observed) return observed;
  const asked = tool.name === "request_scope_expansion" ? input : field(input, "request_scope_expansion");
  const expansion = asked === undefined ? null : readExpansion(asked);
  if (expansion !== null && "invalid" in expansion) return expansion;
  const declared = mutationClasses.find((name): name is MutationClass => name === field(input, "mutation_class"));
  return {
    ...(observed !== null && { observed: observed.hashes }),
    ...(expansion !== null && { expansion }),
    ...(declared !== undefined && { declaredClass: declared }),
  };
}

function readObserved(
  value: unknown,
  effects: readonly Effect[],
): { hashes: Record<string, string> } | { invalid: string } | null {
  if (value === undefined) return null;
  const paths = [...new Set(effects.flatMap(({ path, from }) => [from ?? path ?? []].flat()))];
  if (typeof value === "string") {
    const [path] = paths;
    if (path === undefined || paths.length !== 1)
      return { invalid: "observed_content_hash does not say for which file" };
    return { hashes: { [path]: normalHash(value) } };
  }
  if (!isRecord(value)) return { invalid: "observed_content_hash is not a hash" };
  const entries = Object.entries(value);
  const hashes = entries.flatMap(([path, hash]) => (typeof hash === "string" ? [[path, normalHash(hash)]] : []));
  if (hashes.length !== entries.length) return { invalid: "observed_content_hash is not a hash" };
  return { hashes: Object.fromEntries(hashes) };
}

/** With or without prefix, in any case (R74). */
function normalHash(hash: string): string {
  const digits = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(hash.trim())?.[1];
  return digits === undefined ? hash : `sha256:${digits.toLowerCase()}`;
}

function readExpansion(value: unknown): Expansion | { invalid: string } {
  const given = typeof value === "string" ? parseJson(value) : value;
  const globs = isRecord(given) ? field(given, "additional_globs") : undefined;
  const reason = isRecord(given) ? (field(given, "reason") ?? "") : null;
  const list = Array.isArray(globs) ? globs.filter((glob) => typeof glob === "string" && glob !== "") : [];
  if (!Array.isArray(globs) || list.length !== globs.length || list.length === 0 || typeof reason !== "string") {
    return { invalid: "request_scope_expansion needs additional_globs and a reason" };
  }
  return { globs: list, reason };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
