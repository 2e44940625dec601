import { adapters } from "@writ/adapters";
import type { Writ } from "@writ/runtime";
import type { Io } from "./io.ts";

type What = Parameters<Writ["explain"]>[0];

/** One line of `explain --stdin`, as far as it can be understood. */
export type Subject =
  | { readonly kind: "known"; readonly what: What }
  | { readonly kind: "invalid"; readonly reason: string };

const invalid = (reason: string): Subject => ({ kind: "invalid", reason });
const known = (what: What): Subject => ({ kind: "known", what });

/** Reads a path, a command, or an agent's own payload: `{"event": …, "agent": "claude-code"}`. */
export function parseSubject(line: string, { cwd, now }: Pick<Io, "cwd" | "now">): Subject {
  const given = parseObject(line);
  if (given === null) return invalid("The line is not a JSON object.");
  if (typeof given.command === "string") return known({ command: given.command });
  if (typeof given.path === "string") return known({ path: given.path });
  if (given.event === undefined) return invalid('The line has none of "command", "path" and "event".');
  const agent = typeof given.agent === "string" ? given.agent : "";
  const adapter = Object.hasOwn(adapters, agent) ? adapters[agent] : undefined;
  if (adapter === undefined) {
    return invalid(`There is no agent ${JSON.stringify(agent)}; known: ${Object.keys(adapters).join(", ")}.`);
  }
  const request = adapter.toEvent(given.event, { at: now(), cwd })?.request;
  if (request === undefined) return invalid("The event is no tool call.");
  if (request.invalid !== undefined) return invalid(request.invalid);
  return known({ tool: request.tool, input: request.input });
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
