import { join } from "node:path";
import type { Spell, ToolAct, ToolUse } from "../model/script.ts";

/** A tool: its name, its words for what an act says, and what it wants besides. */
type Row = readonly [tool: string, ...words: (string | Readonly<Record<string, unknown>>)[]];
/** A tool whose input has a shape of its own. */
type Own = (...said: string[]) => ToolUse;

/** The tools of one agent. */
export interface Tools {
  /** The path, then the content. */
  readonly write: Row | Own;
  /** The path, then the old text and the new one. */
  readonly edit: Row | Own;
  /** The path. */
  readonly read: Row | Own;
  /** The command. */
  readonly shell: Row | Own;
  /** What stands before the name of a tool of Writ's server; `null` where the agent has no such server. */
  readonly mcp: string | null;
}

/** How a model puts an act whose agent wants absolute paths, from a table of its tools. */
export const spellOf =
  (tools: Tools) =>
  (root: string): Spell =>
  (act) => {
    if (act.do === "mcp") {
      if (tools.mcp === null) throw new Error(`this agent has no MCP server to ask for ${act.tool}`);
      return { tool: `${tools.mcp}${act.tool}`, input: act.input };
    }
    const row = tools[act.do];
    const said = saidBy(act, root);
    return typeof row === "function" ? row(...said) : fill(row, said);
  };

function saidBy(act: Exclude<ToolAct, { do: "mcp" }>, root: string): string[] {
  switch (act.do) {
    case "write":
      return [join(root, act.path), act.content];
    case "edit":
      return [join(root, act.path), act.old, act.now];
    case "read":
      return [join(root, act.path)];
    case "shell":
      return [act.command];
  }
}

function fill([tool, ...words]: Row, said: readonly string[]): ToolUse {
  const input = words.map((word, index) => (typeof word === "string" ? { [word]: said[index] } : word));
  return { tool, input: Object.assign({}, ...input) };
}
