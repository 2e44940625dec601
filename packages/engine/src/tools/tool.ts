import type { ToolKind } from "@writ/contracts";
import { deletions, type EffectsReader, fileChanges, folders, moves, patches } from "./changes.ts";
import { field, type Input, text } from "./input.ts";

/** What is known of one tool, whatever agents call it. */
export interface Tool {
  /** The neutral name (R20). */
  readonly name: string;
  readonly kind: ToolKind;
  /** For `changes`: what a call does. */
  readonly effects?: EffectsReader;
  /** For `command`: which grammar its text has, and which fields say where it runs. */
  readonly grammar?: "bash" | "other";
  readonly folderKeys?: readonly string[];
  /** The agent sees the content of the files it names. */
  readonly showsContent?: true;
  /** For tools whose kind depends on what they are asked for. */
  readonly refine?: (input: Input) => Tool | { invalid: string };
}

/** A tool that only reads, plans or talks. */
export const safeTool = (name: string): Tool => ({ name, kind: "safe" });
/** A tool that changes the files it names. */
export const changing = (name: string, effects: EffectsReader): Tool => ({ name, kind: "changes", effects });
/** A tool of which nothing is known. */
export const opaqueTool = (name: string): Tool => ({ name, kind: "opaque" });
/** One of Writ's own. */
export const handshakeTool = (name: string): Tool => ({ name, kind: "handshake" });

export const write = changing("write_to_file", fileChanges());
export const create = changing("write_to_file", fileChanges("create"));
export const edit = changing("edit", fileChanges());
export const applyDiff = changing("apply_diff", patches);
export const applyPatch = changing("apply_patch", patches);
export const remove = changing("delete_file", deletions);
export const move = changing("move_file", moves);
export const folder = changing("create_directory", folders);
export const notebook = changing("notebook_edit", fileChanges());
/** A tool that runs a command line, in the folder one of these fields names. */
export const commandTool = (folderKeys: readonly string[]): Tool => ({
  name: "execute_command",
  kind: "command",
  grammar: "bash",
  folderKeys,
});
/** Kilo's processes that go on when the call has ended: asking after one and ending it change nothing. */
export const background: Tool = {
  name: "execute_command",
  kind: "command",
  refine: (input) => (/^(list|status|logs|stop)$/.test(text(input, ["action"]) ?? "") ? looking : starting),
};
const looking = safeTool("background_process");
const starting = commandTool(["workdir"]);
export const foreignCommand: Tool = { name: "execute_command", kind: "command", grammar: "other" };
export const read: Tool = { name: "read_file", kind: "safe", showsContent: true };
export const list = safeTool("list_files");
export const search = safeTool("search_files");

/** `str_replace_editor` and its kin: the field `command` says what it is. */
export const editor: Tool = {
  name: "edit",
  kind: "changes",
  refine(input) {
    const verb = text(input, ["command"]);
    if (verb === "view") return read;
    if (verb === "create") return create;
    return /^(str_replace|insert|append|undo_edit)$/.test(verb ?? "") ? edit : { invalid: "its command is not known" };
  },
};

/** Copilot's session database: harmless unless the query opens or writes another file. */
export const sessionSql: Tool = {
  name: "sql",
  kind: "safe",
  refine(input) {
    const query = text(input, ["query"]);
    if (query === undefined) return { invalid: "it has no query" };
    return /attach|vacuum|load_extension|readfile|writefile|pragma|^\s*\./im.test(query)
      ? opaqueTool("sql")
      : sessionDb;
  },
};
const sessionDb = safeTool("sql");

/** Roo's completion: older versions may carry a command to run. */
export const completion: Tool = {
  name: "attempt_completion",
  kind: "safe",
  refine: (input) => (field(input, "command") === undefined ? done : opaqueTool("attempt_completion")),
};
const done = safeTool("attempt_completion");
