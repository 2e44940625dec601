import { join } from "node:path";
import { intentTools, noAnswer, sharedAnswers } from "./intent-tools.js";
import { connect, missingIn, outcomeOf, showAll } from "./transport.js";

/**
 * @typedef {{ type: string, text?: string }} Piece
 * @typedef {{ getSessionId(): string }} SessionManager
 * @typedef {{ confirm(title: string, message: string): Promise<boolean>, notify(message: string, type?: string): void }} Ui
 * @typedef {{ cwd: string, hasUI: boolean, ui: Ui, model?: { id: string, provider: string }, sessionManager: SessionManager }} Context
 * @typedef {{ toolName: string, toolCallId: string, input: unknown }} ToolEvent
 *
 * What Pi hands its extensions; only what is used here.
 * @typedef {object} Host
 * @property {(event: string, handler: (event: any, context: Context) => unknown) => void} on
 * @property {(tool: object) => void} registerTool
 */

const reads = ["read", "grep", "find", "ls"];

/** @param {Host} pi */
export default function writ(pi) {
  let cwd = process.cwd();
  const line = connect({ agent: "pi", module: import.meta.url, reads, places: () => [cwd] });
  /** Where the model stands, until it was told. @type {string | undefined} */
  let opening;
  const answers = sharedAnswers("pi");

  /**
   * @param {Context} context
   * @returns {import("./transport.js").Payload}
   */
  function about(context) {
    const { model, hasUI, sessionManager } = context;
    cwd = context.cwd;
    return {
      session: sessionManager.getSessionId(),
      model: model === undefined ? undefined : `${model.provider}/${model.id}`,
      cwd,
      attended: hasUI,
    };
  }

  /**
   * @param {string} event
   * @param {Context} context
   * @param {Partial<import("./transport.js").Payload>} [more]
   */
  async function tell(event, context, more = {}) {
    const answer = await line.tell(event, { ...about(context), ...more });
    showAll(answer, (message) => context.ui.notify(message, "info"));
    return answer;
  }

  /** @param {Context} context */
  async function start(context) {
    ({ context: opening } = await tell("session.start", context));
  }

  pi.on("session_start", (_event, context) => start(context));
  // What was said at the start may be gone from the summary.
  pi.on("session_compact", (_event, context) => start(context));

  pi.on("input", async (event, context) => {
    if (event.source === "extension") return undefined;
    const { deny, context: text } = await tell("prompt.submit", context, { prompt: event.text });
    if (deny !== undefined) {
      context.ui.notify(deny, "error");
      return { action: "handled" };
    }
    if (text !== undefined) opening = opening === undefined ? text : `${opening}\n\n${text}`;
    return { action: "continue" };
  });

  pi.on("before_agent_start", () => {
    if (opening === undefined) return undefined;
    const message = { customType: "writ", content: opening, display: false };
    opening = undefined;
    return { message };
  });

  pi.on("tool_call", async (/** @type {ToolEvent} */ { toolName, toolCallId, input }, context) => {
    const payload = { ...about(context), call: { id: toolCallId, tool: toolName, input } };
    const said = await line.guard(payload);
    showAll(said, (message) => context.ui.notify(message, "info"));
    const { deny, ask, context: answer } = said;
    if (deny !== undefined) return { block: true, reason: deny };
    if (answer !== undefined) answers.set(toolCallId, answer);
    if (ask === undefined || (context.hasUI && (await context.ui.confirm("Writ", ask)))) return undefined;
    await tell("tool.failed", context, { call: payload.call, outcome: { status: "blocked" } });
    return { block: true, reason: `The person did not agree. ${ask}` };
  });

  pi.on("tool_result", async (event, context) => {
    const { toolName, toolCallId, input, content, isError } = event;
    const { context: text } = await tell(isError ? "tool.failed" : "tool.after", context, {
      call: { id: toolCallId, tool: toolName, input },
      outcome: outcomeOf(isError ? "failed" : "ok", content),
    });
    const said = content.map((/** @type {Piece} */ piece) => piece.text ?? "").join("\n");
    const more = missingIn(said, [answers.get(toolCallId), text]).trim();
    answers.delete(toolCallId);
    return more === "" ? undefined : { content: [...content, { type: "text", text: more }] };
  });

  pi.on("agent_end", async (_event, context) => void (await tell("turn.end", context)));
  pi.on("session_shutdown", async (_event, context) => {
    // Pi does not wait for the end of the turn.
    await line.settled();
    await line.tell("session.end", about(context));
  });

  // Pi loads the extensions of the folder it was started in.
  if (!line.bringsTools(join(cwd, ".pi", "extensions", "writ.js"))) return;
  // Pi knows no MCP.
  for (const { name, description, input } of intentTools) {
    pi.registerTool({
      name,
      label: name,
      description,
      promptSnippet: description,
      parameters: input,
      execute: async (/** @type {string} */ id) => ({
        content: [{ type: "text", text: answers.get(id) ?? noAnswer }],
        details: {},
      }),
    });
  }
}
