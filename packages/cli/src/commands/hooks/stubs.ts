import type { HookEvent } from "@writ/contracts";
import { refusable } from "@writ/runtime";

/** What a new handler is written in. */
export const languages = ["sh", "python", "ts", "js"] as const;
export type Language = (typeof languages)[number];

/** A hook that is about to be written. */
export interface Sketch {
  readonly id: string;
  readonly event: HookEvent;
  readonly language: Language;
  readonly blocking: boolean;
}

/** The word the handler of a new guard looks for, so that both of its answers can be seen. */
const forbidden = "FORBIDDEN";

const endings: Record<Language, string> = { sh: "sh", python: "py", ts: "ts", js: "mjs" };

/** Where the handler goes, from the root. */
export function handlerPath({ id, language }: Pick<Sketch, "id" | "language">): string {
  return `.system/hooks/handlers/${id}.${endings[language]}`;
}

/** Whether the handler is a program of its own, rather than a module. */
export function isScript(language: Language): boolean {
  return language === "sh" || language === "python";
}

/** What is run. Windows starts no script by its first line, so there the interpreter is named. */
function commandOf(sketch: Sketch, platform: string): string {
  const path = handlerPath(sketch);
  if (!isScript(sketch.language)) return path;
  if (platform !== "win32") return `./${path}`;
  return `${sketch.language === "python" ? "python" : "sh"} ${path}`;
}

/** Whether it can refuse what it was asked to guard: not every event waits for an answer. */
function isGuard({ event, blocking }: Pick<Sketch, "event" | "blocking">): boolean {
  return blocking && refusable.includes(event);
}

/** A filter that means something for the event. */
const sampleMatch: Record<HookEvent, string> = {
  SessionStart: "agents: [claude-code]",
  UserPromptSubmit: "agents: [claude-code]",
  PreAbilityCall: 'operation_key: ["command.*"]',
  PostAbilityCall: "min_duration_ms: 1000",
  SessionStop: 'only_if_changed_paths: ["src/**"]',
  SessionEnd: 'only_if_changed_paths: ["src/**"]',
};

const guarding = {
  deny: "\n# A handler that fails or is late refuses the event.\nblocking: true\n",
  warn: "\n# Nothing can be refused here; the person is told of a handler that fails.\non_failure: warn\n",
  ignore: "",
};

/** The definition. */
export function definition(sketch: Sketch, platform: string): string {
  const { id, event, language, blocking } = sketch;
  return `# yaml-language-server: $schema=./hook.schema.json
id: ${id}
event_type: ${event}
summary: What this hook is for, in a sentence

# When it runs; without this, on every ${event}. See: writ hooks run ${event} --dry
# match:
#   ${sampleMatch[event]}

handler:
  kind: ${isScript(language) ? "script" : "module"}
  command: ${commandOf(sketch, platform)}
${guarding[isGuard(sketch) ? "deny" : blocking ? "warn" : "ignore"]}timeout_ms: 5000
`;
}

const refusal = (id: string) => `${id} does not let ${forbidden} pass.`;
const greeting = ({ id, event }: Sketch) => `${id} saw ${event}`;

const texts: Record<Language, (sketch: Sketch) => string> = {
  sh: (sketch) => `#!/bin/sh
# The event comes as JSON on stdin; the answer goes as JSON to stdout. What goes to stderr is kept for the log.
context=$(cat)
${
  isGuard(sketch)
    ? `case $context in
*${forbidden}*)
  echo '{"error":"blocked_by_policy","messages_to_user":["${refusal(sketch.id)}"]}'
  exit 0
  ;;
esac
`
    : ""
}echo '{"logs":[{"level":"info","message":"${greeting(sketch)}"}]}'
`,

  python: (sketch) => `#!/usr/bin/env python3
# The event comes as JSON on stdin; the answer goes as JSON to stdout. What goes to stderr is kept for the log.
import json
import sys

context = json.load(sys.stdin)
result = {"logs": [{"level": "info", "message": f"${sketch.id} saw {context['event_type']}"}]}
${
  isGuard(sketch)
    ? `if "${forbidden}" in json.dumps(context):
    result = {"error": "blocked_by_policy", "messages_to_user": ["${refusal(sketch.id)}"]}
`
    : ""
}json.dump(result, sys.stdout)
`,

  js: (
    sketch,
  ) => `// Gets the event, and tools: root, signal, run, append, updateJson, suggestAbilities. Returns the answer.
/** @type {import("writ").ModuleHandler} */
${moduleBody(sketch, "export default async function handler(context, tools) {")}`,

  ts: (
    sketch,
  ) => `// Gets the event, and tools: root, signal, run, append, updateJson, suggestAbilities. Returns the answer.
import type { HandlerTools, HookContext, HookResult } from "writ";

${moduleBody(sketch, "export default async function handler(context: HookContext, tools: HandlerTools): Promise<HookResult> {")}`,
};

function moduleBody(sketch: Sketch, head: string): string {
  const refuse = `  if (JSON.stringify(context).includes("${forbidden}"))
    return { error: "blocked_by_policy", messages_to_user: ["${refusal(sketch.id)}"] };
`;
  return `${head}
${isGuard(sketch) ? refuse : ""}  return { logs: [{ level: "info", message: \`${sketch.id} saw \${context.event_type}\` }] };
}
`;
}

/** The handler: it works as it stands, and shows each answer it can give. */
export function handlerText(sketch: Sketch): string {
  return texts[sketch.language](sketch);
}

const call = { ability_id: "run_command", tool_name: "Bash", operation_key: "command.npm", paths: [] };

/** What an example of each event is told, with a text in it that a guard may look at. */
const contexts: Record<HookEvent, (text: string) => Record<string, unknown>> = {
  SessionStart: (text) => ({ session_id: text }),
  UserPromptSubmit: (text) => ({ user_message: text, files_touched: [] }),
  PreAbilityCall: (text) => ({ ...call, planned_input_summary: text }),
  PostAbilityCall: (text) => ({ ...call, status: "success", duration_ms: 1200, input_summary: text }),
  SessionStop: (text) => ({ changed_files: [`src/${text}.ts`] }),
  SessionEnd: (text) => ({ changed_files: [`src/${text}.ts`] }),
};

/** Examples for \`writ hooks test\`, by file name. */
export function exampleTexts(sketch: Sketch): Record<string, string> {
  const { event } = sketch;
  const example = (text: string, expect: object) =>
    `${JSON.stringify({ context: { event_type: event, ...contexts[event](text) }, expect }, null, 2)}\n`;
  const passes = example("npm test", { logs: [{ level: "info", message: greeting(sketch) }] });
  return {
    "passes.json": passes,
    ...(isGuard(sketch) ? { "refuses.json": example(`npm run ${forbidden}`, { error: "blocked_by_policy" }) } : {}),
  };
}

/** An example for a copied hook: it runs, and does not fail. It names no changed file, so that nothing is built. */
export function plainExample(event: HookEvent): string {
  const told = contexts[event]("npm test");
  const context = { event_type: event, ...told, ...("changed_files" in told ? { changed_files: [] } : {}) };
  return `${JSON.stringify({ context }, null, 2)}\n`;
}
