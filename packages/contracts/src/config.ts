import * as z from "zod/mini";
import { checkRuleNames, checkSeverities } from "./check.ts";
import { assurances } from "./ticket.ts";

const Assurance = z.enum(assurances);

/** What a tool named in the config may do, overriding the built-in table (R23, R24). */
export const ToolRule = z.enum(["safe", "changes", "ask", "deny"]);
export type ToolRule = z.infer<typeof ToolRule>;

/** One rule over commands: its pattern alone, or with why it is there and command lines it must and must not match. */
export const CommandRule = z.union([
  z.string(),
  z.object({
    match: z.string(),
    why: z.optional(z.string()),
    yes: z.optional(z.array(z.string())),
    no: z.optional(z.array(z.string())),
  }),
]);
export type CommandRule = z.infer<typeof CommandRule>;

/**
 * `.orchestration/config.yaml`, disk spelling. Every key is optional there; these are all of them, and
 * `defaultConfig` says what holds when a key is absent. Each has a page in `docs/config/`.
 */
export const Config = z.object({
  mode: z.enum(["enforce", "observe"]),
  gate: z.enum(["mutating", "all"]),
  approval: z.enum(["every-change", "risky", "never"]),
  lock: z.enum(["normal", "strict"]),
  strays: z.enum(["report", "undo"]),
  reset: z.enum(["session", "turn"]),
  ranges: z.enum(["hunk", "file"]),
  ledger: z.enum(["branch", "single"]),
  history: z.enum(["session", "call"]),
  expansion: z.enum(["session", "persist"]),
  /** File at the workspace root that collects lessons. */
  brain: z.string().check(z.minLength(1)),
  /** What becomes of a lesson that an agent records: a user accepts it first, or it is written at once. */
  lessons: z.enum(["propose", "write"]),
  /** More globs whose changes a person must approve; `!glob` takes one out. */
  sensitive_paths: z.array(z.string()),
  /** More folders that are writable without scope. Absolute, or from the workspace root. */
  scratch: z.array(z.string()),
  /** Command lines of the repository's own test, build, lint, format and package programs. */
  runners: z.array(z.string()),
  /** Tool name, or glob over names (`mcp__github__*`), to what it may do. */
  tools: z.record(z.string(), ToolRule),
  /** What commands may do, by patterns over their words; the strictest rule that matches counts. */
  commands: z.object({
    allow: z.array(CommandRule),
    ask: z.array(CommandRule),
    deny: z.array(CommandRule),
  }),
  /** Patterns over intent ids whose questions are answered with yes. */
  approval_exempt: z.array(z.string()),
  /** How sure an approval must be, per risk. */
  assurance: z.object({
    change: Assurance,
    sensitive: Assurance,
    delete: Assurance,
    command: Assurance,
    opaque: Assurance,
    expansion: Assurance,
  }),
  /** How long a ticket stays open, and how long an approval may wait for a person, in minutes. */
  ticket_minutes: z.number().check(z.positive()),
  /** What `writ check` makes of its findings: by rule how much it weighs, and which files it leaves out. */
  check: z.object({
    rules: z.partialRecord(z.enum(checkRuleNames), z.enum([...checkSeverities, "off"])),
    ignore: z.array(z.string()),
  }),
  /** Limits of a quick intent. */
  quick: z.object({
    hours: z.number().check(z.positive()),
    files: z.number().check(z.positive()),
    lines: z.number().check(z.positive()),
  }),
  /** How many days things of `.state/` are kept once they are over; the ledgers are kept. */
  retention: z.object({
    sessions: z.number().check(z.positive()),
    tickets: z.number().check(z.positive()),
    undo: z.number().check(z.positive()),
    lines: z.number().check(z.positive()),
    quarantine: z.number().check(z.positive()),
  }),
});
export type Config = z.infer<typeof Config>;
export type ConfigKey = keyof Config;
