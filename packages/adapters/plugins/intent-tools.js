// Writ's own tools, for agents that get no MCP server. Writ answers them before they run: there is nothing left to do.

const text = (/** @type {string} */ description) => ({ type: "string", description });

/** What each tool is called, what a model reads of it, and what it takes. */
export const intentTools = [
  {
    name: "list_active_intents",
    description: "Lists the intents of this project (id, name, status) and which one is active.",
    input: { type: "object", properties: {}, required: [] },
  },
  {
    name: "select_active_intent",
    description:
      "Takes up the intent your task belongs to. Do this first: without an active intent every change is refused. The answer is the intent's context: stay inside its scope and its constraints.",
    input: {
      type: "object",
      properties: { intent_id: text("The id as list_active_intents gives it, such as INT-001.") },
      required: ["intent_id"],
    },
  },
  {
    name: "request_scope_expansion",
    description:
      "Asks a person to let the active intent own more files. The first call is refused with a ticket: tell your person to run `writ approve <ticket>`, and repeat exactly the same call once they have.",
    input: {
      type: "object",
      properties: {
        additional_globs: { type: "array", items: text("A glob from the root of the project.") },
        reason: text("Why the work needs them, for the person who decides."),
      },
      required: ["additional_globs", "reason"],
    },
  },
  {
    name: "record_lesson",
    description: "Writes one lesson into the project's AGENT.md for whoever works here next. One or two sentences.",
    input: { type: "object", properties: { lesson: text("The lesson, in plain words.") }, required: ["lesson"] },
  },
];

/** Where Writ gave no answer although it let the call pass. */
export const noAnswer = "Writ had no answer to this.";

/**
 * What Writ answered before a call, for its result. A plugin of the user and one of the repository may share a process:
 * one of them asks Writ, and the tool may be the other's.
 * @param {string} agent
 * @returns {Map<string, string>}
 */
export function sharedAnswers(agent) {
  const key = Symbol.for(`writ.answers.${agent}`);
  /** @type {Record<symbol, Map<string, string> | undefined>} */
  const place = globalThis;
  const answers = place[key] ?? new Map();
  place[key] = answers;
  return answers;
}
