import * as z from "zod/mini";

/** One tool of the server, as a model reads of it. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniType;
  readonly output?: z.ZodMiniType;
  /** What clients may take it for. None of them reaches beyond this repository. */
  readonly hints: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
}

const said = (about: string) => z.describe(about);
const text = (about: string) => z.string().check(z.minLength(1), said(about));

const path = text("The file, from the root of the project or absolute.");

const expansion = z.object({
  additional_globs: z
    .array(text("A glob from the root of the project, such as src/billing/**."))
    .check(z.minLength(1), said("The files the intent should own as well. As few as the work needs.")),
  reason: text("Why the work needs them, for the person who decides."),
});

const expanding = z
  .optional(expansion)
  .check(
    said("Only after a SCOPE_VIOLATION: asks a person to let the intent own more files, for exactly this change."),
  );

const observed = z
  .optional(z.string())
  .check(
    said(
      "SHA-256 of the content you last read (sha256:…). Only needed after STALE_FILE, whose meta.current_hash it is.",
    ),
  );

const changed = z.object({
  files: z
    .array(
      z.object({
        path: z.string(),
        op: z.enum(["create", "modify", "delete", "rename"]),
        from: z.optional(z.string()),
        hash: z.optional(z.string()).check(said("SHA-256 of what the file holds now; none when it is gone.")),
      }),
    )
    .check(said("The files that changed; none when they already were as asked for.")),
});

const governed = "For agents whose own editing tools Writ does not see: checks the change, makes it and records it. ";

/** The tools, in the order clients show them. */
export const tools: readonly ServedTool[] = [
  {
    name: "list_active_intents",
    title: "List the intents",
    description:
      "Lists the intents of this project (id, name, status) and which one is active. An intent is the unit of work you need before you change anything.",
    input: z.object({}),
    output: z.object({
      active_intents: z.array(z.object({ id: z.string(), name: z.string(), status: z.string(), active: z.boolean() })),
    }),
    hints: { readOnlyHint: true },
  },
  {
    name: "select_active_intent",
    title: "Take up an intent",
    description:
      "Takes up the intent your task belongs to. Do this first: without an active intent every change is refused. The answer is the intent's context: the files it owns, its constraints, its acceptance criteria and what was done under it lately. Stay inside them.",
    input: z.object({ intent_id: text("The id as list_active_intents gives it, such as INT-001.") }),
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: "request_scope_expansion",
    title: "Ask for more files",
    description:
      "Asks a person to let the active intent own more files. The first call is refused with a ticket: tell your person to run `writ approve <ticket>`, and repeat exactly the same call once they have. Use it only when the task cannot be done inside the scope.",
    input: expansion,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: "record_lesson",
    title: "Record a lesson",
    description:
      "Proposes one lesson for the project's AGENT.md, for whoever works here next: what went wrong or was hard to find out, and what to do instead. One or two sentences, no secrets, nothing a tool printed. A user accepts it.",
    input: z.object({ lesson: text("The lesson, in plain words.") }),
    output: z.object({ recorded: z.boolean(), proposed: z.optional(z.string()), next: z.optional(z.string()) }),
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: "write_file",
    title: "Write a file",
    description: `${governed}Writes a whole file, and makes it and its folders where they do not exist. A file that is there keeps its permissions and its line endings. For a small change use edit_file.`,
    input: z.object({
      path,
      content: z.string().check(said("Everything the file shall hold.")),
      observed_content_hash: observed,
      request_scope_expansion: expanding,
    }),
    output: changed,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: "edit_file",
    title: "Edit a file",
    description: `${governed}Replaces texts in one file, one edit after the other; all are made, or none. Each old text must be there exactly once, unless its edit says all.`,
    input: z.object({
      path,
      edits: z
        .array(
          z.object({
            old: text("The text to replace, exactly as it is in the file, with its indentation."),
            new: z.string().check(said("What stands there afterwards; empty to delete.")),
            all: z.optional(z.boolean()).check(said("Replace it everywhere, not just once.")),
          }),
        )
        .check(z.minLength(1)),
      observed_content_hash: observed,
      request_scope_expansion: expanding,
    }),
    output: changed,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
  {
    name: "apply_patch",
    title: "Apply a patch",
    description: `${governed}Changes several files at once. The patch begins with *** Begin Patch and ends with *** End Patch; between them *** Add File: path with lines that begin with +, *** Delete File: path, or *** Update File: path, optionally *** Move to: path, then hunks: @@ and a line to start from, lines that stay beginning with a blank, lines that go with -, lines that come with +. Every hunk must fit, or nothing is changed.`,
    input: z.object({
      patch: z.string().check(
        z.refine((patch) => /^\s*\*\*\* Begin Patch/.test(patch), "does not begin with *** Begin Patch"),
        said("The whole patch. Paths are from the root of the project."),
      ),
      observed_content_hash: z
        .optional(z.record(z.string(), z.string()))
        .check(said("By path, as for edit_file. Only needed after STALE_FILE.")),
      request_scope_expansion: expanding,
    }),
    output: changed,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
];
