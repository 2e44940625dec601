import type { ToolUse } from "./script.ts";

/** What an agent told the model in one request. */
export interface Asked {
  readonly model: string;
  /** The tools it offered. A request without any is beside the conversation: a title, a summary. */
  readonly tools: readonly string[];
  /** Everything the model was told but the descriptions of tools. */
  readonly told: string;
  /** What came of the calls so far, oldest first. */
  readonly results: readonly ToolResult[];
  readonly stream: boolean;
}

/** What the model was told of one call. */
export interface ToolResult {
  /** Our id of the call; `null` where the wire has none. */
  readonly id: string | null;
  readonly text: string;
}

/** What the model answers. */
export type Answer = { readonly text: string } | { readonly id: string; readonly use: ToolUse };

/** One way to speak with a model. */
export interface Wire {
  /** Whether a request to this path is for it. */
  takes(path: string): boolean;
  read(body: Readonly<Record<string, unknown>>, path: string): Asked;
  /** The answer as it goes over the line. */
  write(answer: Answer, asked: Asked): Body;
}

/** What goes over the line. */
export interface Body {
  readonly type: "text/event-stream" | "application/json";
  readonly text: string;
}

/** Server-sent events, each with its name where the wire has names. */
export function events(list: readonly (readonly [name: string | null, data: unknown])[]): Body {
  const lines = list.map(([name, data]) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return `${name === null ? "" : `event: ${name}\n`}data: ${text}\n\n`;
  });
  return { type: "text/event-stream", text: lines.join("") };
}

/** One JSON document. */
export function document(data: unknown): Body {
  return { type: "application/json", text: JSON.stringify(data) };
}

/** Cuts a text in two, so that an agent has to put it together again. */
export function halves(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== "");
}
