import { callStatuses, type HookContext, type HookEvent, hookEventAliases, hookEvents, stages } from "@writ/contracts";
import { isFileChange, touching } from "./file-changes.ts";

/** What flags and files say about an event, wire spelling. */
export type Fields = Readonly<Record<string, unknown>>;

/** The event a word means, whatever revision or agent the word is from; `null` when it is none. */
export function toHookEvent(word: string): HookEvent | null {
  const alias = Object.entries(hookEventAliases).find(([name]) => name === word)?.[1];
  return hookEvents.find((event) => event === word) ?? alias ?? null;
}

type Kind = "text" | "texts" | "number" | "truth" | "changes" | readonly string[];

type KeyOf<C> = C extends unknown ? keyof C : never;

/** What may stand in a context beside the event, and what it looks like. */
export const contextFields: Readonly<Record<Exclude<KeyOf<HookContext>, "event_type">, Kind>> = {
  session_id: "text",
  timestamp: "text",
  repository_root: "text",
  stage: stages,
  agent: "text",
  model: "text",
  environment: "text",
  intent: "text",
  user_message: "text",
  files_touched: "texts",
  ability_id: "text",
  operation_key: "text",
  tool_name: "text",
  paths: "texts",
  changes: "changes",
  planned_input_summary: "text",
  command: "text",
  command_is_whole: "truth",
  is_known: "truth",
  programs: "texts",
  status: callStatuses,
  duration_ms: "number",
  input_summary: "text",
  output_summary: "text",
  tool_call_path: "text",
  changed_files: "texts",
};

const calling = (fields: Fields) => {
  const ability = fields.ability_id ?? fields.tool_name ?? "manual";
  return { ability_id: ability, tool_name: ability, is_known: true, ...touching(fields) };
};

/** What each event tells beside what all tell, where nobody said it. */
const own: Record<HookEvent, (fields: Fields) => Fields> = {
  SessionStart: () => ({ stage: "understand" }),
  UserPromptSubmit: () => ({ stage: "understand", user_message: "", files_touched: [] }),
  PreAbilityCall: (fields) => ({ stage: "act", ...calling(fields) }),
  PostAbilityCall: (fields) => ({ stage: "act", ...calling(fields), status: "success" }),
  SessionStop: () => ({ stage: "review", changed_files: [] }),
  SessionEnd: () => ({ stage: "review", changed_files: [] }),
};

/** What is wrong with the fields of a context, in a sentence; `null` when nothing is. */
export function faultIn(event: HookEvent, fields: Fields): string | null {
  const said = fields.event_type;
  if (said !== undefined && (typeof said !== "string" || toHookEvent(said) !== event))
    return `event_type is ${JSON.stringify(said)}, not ${event}.`;
  for (const [key, kind] of Object.entries(contextFields)) {
    const value = fields[key];
    if (value === undefined || isA(kind, value)) continue;
    return `${key} must be ${typeof kind === "string" ? sayings[kind] : kind.join(", ")}.`;
  }
  return null;
}

const sayings = {
  text: "a text",
  texts: "a list of texts",
  number: "a number",
  truth: "true or false",
  changes: 'a list of { "op": …, "path": … }, with op create, modify, delete or rename',
};

function isA(kind: Kind, value: unknown): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "texts") return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (kind === "changes") return Array.isArray(value) && value.every(isFileChange);
  if (kind === "number") return typeof value === "number";
  if (kind === "truth") return typeof value === "boolean";
  return typeof value === "string" && kind.includes(value);
}

/** The context a handler is told: what was said, and what belongs there for the rest. Call `faultIn` before. */
export function toHookContext(
  event: HookEvent,
  fields: Fields,
  stamp: { readonly root: string; readonly environment: string; readonly now: string },
): HookContext {
  const context = {
    session_id: "by-hand",
    timestamp: stamp.now,
    agent: "person",
    environment: stamp.environment,
    ...own[event](fields),
    ...fields,
    event_type: event,
    repository_root: stamp.root,
  };
  // Each field was looked at, and what an event needs is there.
  return context as HookContext;
}
