import {
  agentIds,
  type CallStatus,
  callStatuses,
  type HookEvent,
  type HookFilter,
  type HookMatch,
  hookEventAliases,
  hookEvents,
  stages,
} from "@writ/contracts";
import { type HookFault, warningAt } from "./fault.ts";
import { toGlobs, toList, toWords } from "./words.ts";

/** Words of later revisions of S4, by what they mean here. */
const statusAliases: Readonly<Record<string, CallStatus>> = {
  error: "failure",
  cancelled: "skipped",
  canceled: "skipped",
  partial: "success",
};

/** Agents, and the ways to work without one. */
const agents = [...agentIds, "library", "mcp", "*"];

/** What `event_type:` came to. */
export function toEvents(said: string | readonly string[], faults: HookFault[]): HookEvent[] {
  const known = { words: hookEvents, aliases: hookEventAliases, what: "event" };
  return toWords(["event_type"], said, known, faults) ?? [];
}

/** What `match:` came to. */
export function toFilter(match: HookMatch, events: readonly HookEvent[], faults: HookFault[]): HookFilter {
  const at = (key: keyof HookMatch): string[] => ["match", key];
  const said = {
    abilityScope: toGlobs(at("ability_scope"), match.ability_scope, faults),
    operationKey: toGlobs(at("operation_key"), match.operation_key, faults),
    minDurationMs: match.min_duration_ms,
    onlyIfChangedPaths: toGlobs(at("only_if_changed_paths"), match.only_if_changed_paths, faults),
    status: toWords(
      at("status"),
      match.status,
      { words: callStatuses, aliases: statusAliases, what: "status" },
      faults,
    ),
    tools: toGlobs(at("tools"), match.tools, faults),
    agents: toWords(at("agents"), match.agents, { words: agents, what: "agent" }, faults),
    environments: toList(at("environments"), match.environments, faults),
    stages: toWords(at("stages"), match.stages, { words: stages, what: "stage" }, faults),
  };
  for (const { key, isSaid, told } of needs) {
    const deaf = isSaid(said) ? events.filter((event) => !told.includes(event)) : [];
    if (deaf.length > 0)
      faults.push(warningAt(at(key), `${deaf.join(", ")} says nothing of it, so the hook does not run there`));
  }
  // A filter that says nothing is left out.
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

const calls: readonly HookEvent[] = ["PreAbilityCall", "PostAbilityCall"];
const isNarrow = (globs: readonly string[] | undefined): boolean => globs !== undefined && !globs.includes("*");

/** A filter set to undefined by hand. */
type Said = { readonly [Key in keyof HookFilter]: HookFilter[Key] | undefined };

/** Filters that only some events can satisfy. */
const needs: readonly { key: keyof HookMatch; isSaid(said: Said): boolean; told: readonly HookEvent[] }[] = [
  { key: "ability_scope", isSaid: ({ abilityScope }) => isNarrow(abilityScope), told: calls },
  { key: "operation_key", isSaid: ({ operationKey }) => isNarrow(operationKey), told: calls },
  { key: "tools", isSaid: ({ tools }) => isNarrow(tools), told: calls },
  { key: "status", isSaid: ({ status }) => status !== undefined, told: ["PostAbilityCall"] },
  { key: "min_duration_ms", isSaid: ({ minDurationMs = 0 }) => minDurationMs > 0, told: ["PostAbilityCall"] },
  {
    key: "only_if_changed_paths",
    isSaid: ({ onlyIfChangedPaths }) => onlyIfChangedPaths !== undefined,
    told: [...calls, "UserPromptSubmit", "SessionStop", "SessionEnd"],
  },
];
