import { posix, win32 } from "node:path";
import {
  type Config,
  type ConfigKey,
  checkRuleNames,
  checkRules,
  checkSeverities,
  defaultConfig,
} from "@writ/contracts";
import { nearest } from "@writ/engine";

/** What is wrong with a value: where in it, and in words. */
export interface Fault {
  path: readonly (string | number)[];
  reason: string;
  /** The word that was probably meant. */
  meant?: string;
}

/** Tells what is wrong with a value; `null` when nothing is. */
type Rule = (value: unknown) => Fault | null;

/** An object that is neither `null` nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 100);
const must = (value: unknown, be: string): Fault => ({ path: [], reason: `is ${show(value)}, but must be ${be}` });

const oneOf =
  (...words: readonly string[]): Rule =>
  (value) => {
    if (words.some((word) => word === value)) return null;
    const meant = typeof value === "string" ? nearest(value, words) : null;
    const reason = `is ${show(value)}; allowed: ${words.join(", ")}.`;
    return meant === null ? { path: [], reason } : { path: [], reason: `${reason} Did you mean ${meant}?`, meant };
  };

const text: Rule = (value) => {
  if (typeof value !== "string") return must(value, "text");
  return value.trim() === "" || value.trim() === "!" ? { path: [], reason: "is empty" } : null;
};

const count: Rule = (value) => {
  if (typeof value !== "number" || !Number.isFinite(value)) return must(value, "a number");
  return value > 0 ? null : must(value, "more than 0");
};

/** The first fault of any part, with the way to it. */
function firstOf(parts: Iterable<readonly [string | number, unknown]>, rule: Rule): Fault | null {
  for (const [part, value] of parts) {
    const fault = rule(value);
    if (fault !== null) return { ...fault, path: [part, ...fault.path] };
  }
  return null;
}

const listOf =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) ? firstOf(value.entries(), rule) : must(value, "a list, for example [one, two]");

const anObject = "an object, for example {name: value}";

/** Names of any kind, each with a value of the same kind. */
const byName =
  (rule: Rule): Rule =>
  (value) =>
    isRecord(value) ? firstOf(Object.entries(value), rule) : must(value, anObject);

/** The parts that are known, all of them. */
const partsOf =
  (known: object, rule: Rule): Rule =>
  (value) => {
    if (!isRecord(value)) return must(value, anObject);
    return firstOf(
      Object.keys(known).map((part) => [part, Object.hasOwn(value, part) ? value[part] : undefined]),
      rule,
    );
  };

/** A file Writ writes to: nowhere but in the workspace, and never into the guard itself. */
const ownFile: Rule = (value) => {
  if (typeof value !== "string" || text(value) !== null) return text(value);
  const path = posix.normalize(value);
  const isOutside = posix.isAbsolute(path) || win32.isAbsolute(value) || /^\.\.?(\/|$)/.test(path);
  if (isOutside || value.includes("\\")) return must(value, "a file inside the workspace, written with /");
  const isProtected = /(^|\/)\.(orchestration|system|git)(\/|$)/i.test(path);
  return isProtected ? { path: [], reason: `is ${show(value)}, which is protected` } : null;
};

/** A folder, but not the workspace or one that holds it: then everything would be writable without an intent. */
const folder: Rule = (value) => {
  if (typeof value !== "string" || text(value) !== null) return text(value);
  const isTooWide = /^(\.?\/*|(\.\.\/?)+|[A-Za-z]:[\\/]*)$/.test(posix.normalize(value.trim()));
  return isTooWide ? { path: [], reason: `is ${show(value)}, which is no folder of its own` } : null;
};

/** Words, `*` and a last `**`: a pattern says which command is meant, not which command line. */
const pattern: Rule = (value) => {
  if (typeof value !== "string" || text(value) !== null) return text(value);
  const words = value.trim().split(/\s+/);
  const isLine = /[;|&<>()`$\n\r]|["']/.test(value);
  if (isLine) return must(value, "the words of one command, without quotes and without ; | & < > $");
  if (words.slice(0, -1).includes("**")) return must(value, "a pattern with ** at its end only");
  if (words[0] === "*" || words[0] === "**") return must(value, "a pattern that begins with the name of a program");
  return null;
};

/** A pattern, or one with why it is there and examples. */
function commandRule(value: unknown): Fault | null {
  if (!isRecord(value)) return typeof value === "string" ? pattern(value) : must(value, "a pattern, or {match: …}");
  const strange = Object.keys(value).find((key) => !["match", "why", "yes", "no"].includes(key));
  if (strange !== undefined) return { path: [strange], reason: "is no part of a rule; known: match, why, yes, no" };
  const { match, why, yes = [], no = [] } = value;
  return (
    firstOf([["match", match]], pattern) ??
    firstOf(why === undefined ? [] : [["why", why]], text) ??
    firstOf(
      [
        ["yes", yes],
        ["no", no],
      ],
      listOf(text),
    )
  );
}

const severity = oneOf(...checkSeverities, "off");

/** How much each rule of the check weighs, and which files it leaves out. */
function check(value: unknown): Fault | null {
  if (!isRecord(value)) return must(value, anObject);
  const { rules: weights, ignore } = value;
  if (!isRecord(weights)) return { ...must(weights, anObject), path: ["rules"] };
  const strange = Object.keys(weights).find((name) => !Object.hasOwn(checkRules, name));
  if (strange !== undefined) {
    const meant = nearest(strange, checkRuleNames);
    const reason = "is no rule of the check.";
    const path = ["rules", strange];
    return meant === null ? { path, reason } : { path, reason: `${reason} Did you mean ${meant}?`, meant };
  }
  return firstOf([["rules", weights]], byName(severity)) ?? firstOf([["ignore", ignore]], listOf(text));
}

/**
 * The schema by hand, with reasons a person understands. The contracts' own would cost the hook path the schema
 * library; a test holds the two together.
 */
export const rules: Record<ConfigKey, Rule> = {
  mode: oneOf("enforce", "observe"),
  gate: oneOf("mutating", "all"),
  approval: oneOf("every-change", "risky", "never"),
  lock: oneOf("normal", "strict"),
  strays: oneOf("report", "undo"),
  reset: oneOf("session", "turn"),
  ranges: oneOf("hunk", "file"),
  ledger: oneOf("branch", "single"),
  history: oneOf("session", "call"),
  expansion: oneOf("session", "persist"),
  lessons: oneOf("propose", "write"),
  brain: ownFile,
  sensitive_paths: listOf(text),
  scratch: listOf(folder),
  runners: listOf(text),
  tools: byName(oneOf("safe", "changes", "ask", "deny")),
  commands: partsOf(defaultConfig.commands, listOf(commandRule)),
  approval_exempt: listOf(text),
  assurance: partsOf(defaultConfig.assurance, oneOf("script", "tty", "native", "ui")),
  ticket_minutes: count,
  check,
  quick: partsOf(defaultConfig.quick, count),
  retention: partsOf(defaultConfig.retention, count),
};

/** The first fault of a config, with its key first on the way to it. */
export function faultIn(config: Readonly<Record<string, unknown>>): Fault | null {
  const defaults: Readonly<Record<string, unknown>> = defaultConfig;
  for (const [key, rule] of Object.entries(rules)) {
    // A default needs no looking at; most configs have little else, and setting the rules up takes time.
    if (config[key] === defaults[key]) continue;
    const fault = rule(config[key]);
    if (fault !== null) return { ...fault, path: [key, ...fault.path] };
  }
  return null;
}

/** Whether a value is a whole config. */
export const isConfig = (value: unknown): value is Config => isRecord(value) && faultIn(value) === null;
