import type { Hook, HookContext, HookFilter } from "@writ/contracts";
import { matchesAny, ownerOf } from "../globs.ts";
import { commandKey } from "./ability-of.ts";

/** Why a hook does not run for this context, in words for a person; `null` when it runs. */
export function mismatch(hook: Hook, context: HookContext): string | null {
  if (!hook.events.includes(context.event_type)) {
    return `listens to ${hook.events.join(", ")}, not to ${context.event_type}`;
  }
  const match = isUnclear(hook, context) ? withoutNames(hook.match) : hook.match;
  for (const test of tests) {
    const reason = test(match, context);
    if (reason !== null) return reason;
  }
  return null;
}

/** A guard is asked about a call nobody can see through: what it looks for may be in there. */
const isUnclear = ({ onFailure }: Hook, context: HookContext): boolean =>
  onFailure === "deny" && context.event_type === "PreAbilityCall" && !context.is_known;

/** What a filter says of anything but programs and changes. */
function withoutNames({ abilityScope, operationKey, onlyIfChangedPaths, ...rest }: HookFilter): HookFilter {
  return rest;
}

type Test = (match: HookFilter, context: HookContext) => string | null;

/** In the order people read them in the file; the first that does not hold is the one told. */
const tests: readonly Test[] = [
  ({ abilityScope }, context) => byName("ability_scope", abilityScope, context, ["ability_id", "operation_key"]),
  ({ operationKey }, context) => byName("operation_key", operationKey, context, ["operation_key"]),
  ({ tools }, context) => byName("tools", tools, context, ["tool_name", "ability_id"]),
  ({ minDurationMs = 0 }, context) => {
    if (minDurationMs === 0) return null;
    const took = "duration_ms" in context ? context.duration_ms : undefined;
    if (took === undefined) return `how long it took is not known, and min_duration_ms is ${minDurationMs}`;
    return took >= minDurationMs ? null : `took ${took} ms, less than min_duration_ms ${minDurationMs}`;
  },
  ({ onlyIfChangedPaths }, context) => {
    if (onlyIfChangedPaths === undefined) return null;
    const files = changedFiles(context);
    if (files === null) return `${context.event_type} names no changed files, and only_if_changed_paths wants one`;
    if (files.length === 0) return "changed no file, and only_if_changed_paths wants one";
    return files.some(ownerOf(onlyIfChangedPaths))
      ? null
      : `changed no file that only_if_changed_paths names (${listed(onlyIfChangedPaths)})`;
  },
  ({ status }, context) => {
    if (status === undefined) return null;
    if (!("status" in context)) return `${context.event_type} has no status, and status wants ${listed(status)}`;
    return oneOf("status", status, context.status);
  },
  ({ agents }, { agent }) => (agents?.includes("*") ? null : oneOf("agents", agents, agent)),
  ({ environments }, { environment }) =>
    environments === undefined || matchesAny(environments, environment)
      ? null
      : `environment is ${environment}, not ${listed(environments)}`,
  ({ stages }, { stage }) => oneOf("stages", stages, stage),
];

type Field = "ability_id" | "operation_key" | "tool_name";

/** What a call does, each with the names it goes by: a command line is all its programs and changes, not only the first. */
function subjectsOf(context: HookContext, fields: readonly Field[]): string[][] {
  if (!("ability_id" in context)) return [];
  const programs = (context.programs ?? []).map(commandKey);
  const changes = context.changes.map(({ op }) => `change.${op}`);
  const keys = [...new Set([context.operation_key, ...programs, ...changes])];
  return keys
    .map((key) => fields.flatMap((field) => (field === "operation_key" ? key : context[field]) ?? []))
    .filter((names) => names.length > 0);
}

/** Globs over these names: of one thing the call does one name must match, and none may be excluded. */
function byName(
  key: string,
  globs: readonly string[] | undefined,
  context: HookContext,
  fields: readonly Field[],
): string | null {
  if (globs === undefined || (globs.length === 1 && globs[0] === "*")) return null;
  const subjects = subjectsOf(context, fields);
  if (subjects.length === 0) return `${context.event_type} names none here, and ${key} wants ${listed(globs)}`;
  const excluded = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const isMeant = (names: readonly string[]) =>
    names.some((name) => matchesAny(globs, name)) && !names.some((name) => matchesAny(excluded, name));
  const all = [...new Set(subjects.flat())];
  return subjects.some(isMeant) ? null : `${all.slice(0, most).join(" / ")} does not match ${key} ${listed(globs)}`;
}

function oneOf(key: string, wanted: readonly string[] | undefined, given: string): string | null {
  return wanted === undefined || wanted.includes(given) ? null : `is ${given}, and ${key} wants ${listed(wanted)}`;
}

function changedFiles(context: HookContext): readonly string[] | null {
  if ("changed_files" in context) return context.changed_files;
  if ("paths" in context) return context.paths;
  return "files_touched" in context ? context.files_touched : null;
}

const most = 5;
function listed(words: readonly string[]): string {
  return words.length <= most ? words.join(", ") : `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
}
