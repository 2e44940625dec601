/** What the model does next, in neutral words. Each agent has its own names and shapes for it. */
export type Act =
  | { readonly do: "write"; readonly path: string; readonly content: string }
  | { readonly do: "edit"; readonly path: string; readonly old: string; readonly now: string }
  | { readonly do: "read"; readonly path: string }
  | { readonly do: "shell"; readonly command: string }
  | { readonly do: "mcp"; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  /** A tool that only one agent has, in its own words. */
  | { readonly do: "tool"; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly do: "say"; readonly text: string };

/** An act that every agent has a tool for. */
export type ToolAct = Exclude<Act, { do: "say" | "tool" }>;

/** One answer of the model. */
export interface Turn {
  /** What it is called in a test. */
  readonly name: string;
  /** A function where it depends on what the model was told before: the number of a ticket. */
  readonly act: Act | ((told: Told) => Act);
  /** What happens in the world before the model answers: somebody else edits a file, a person approves. Runs once. */
  readonly first?: (told: Told) => unknown;
}

/** What the model was told of the call of an earlier turn; `null` when it never heard of it. */
export type Told = (turn: string) => string | null;

/** A tool call as one agent's model puts it. */
export interface ToolUse {
  readonly tool: string;
  /** Free text for the tools that take no JSON (Codex's patch). */
  readonly input: Readonly<Record<string, unknown>> | string;
  /** Where the Responses wire keeps the name of an MCP server apart. */
  readonly namespace?: string;
}

/** How one agent's model puts an act. */
export type Spell = (act: ToolAct) => ToolUse;
