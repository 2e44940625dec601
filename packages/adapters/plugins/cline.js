import { readlinkSync } from "node:fs";
import { intentTools, noAnswer } from "./intent-tools.js";
import { connect, outcomeOf } from "./transport.js";

/**
 * @typedef {{ role: string, content: { type: string, text?: string }[], modelInfo?: { id: string, provider: string } }} Message
 * @typedef {{ agentId: string, parentAgentId?: string | null, conversationId?: string, messages?: Message[] }} Snapshot
 * @typedef {{ snapshot: Snapshot, toolCall: { toolCallId: string, toolName: string }, input: unknown }} ToolContext
 * @typedef {{ output: unknown, isError?: boolean }} ToolResult
 */

const reads = ["read_files", "search_codebase"];

const writ = connect({
  agent: "cline",
  module: import.meta.url,
  reads,
  places: () => [process.cwd()],
  // Cline ends the whole run when a plugin takes longer than three seconds, and a run begins with two events.
  deadline: 2500,
  telling: 1200,
});

/** Cline starts a process for its plugins; whoever embeds Cline may load them into its own. */
const owner = /plugin-sandbox/.test(process.argv[1] ?? "") ? process.ppid : process.pid;

/** Cline's own id of the conversation this process serves; agents within it are told apart by theirs. */
let conversation = "";
/** Agents that were told where they stand. @type {Set<string>} */
const told = new Set();
/** Calls that were refused or asked about: Cline reports their end as it does any other's. @type {Set<string>} */
const stopped = new Set();

/** What Writ answered to its own tools, and before questions. @type {Map<string, string>} */
const answers = new Map();

/** Cline asks its person only in a terminal. */
function isAttended() {
  if (process.platform !== "linux") return undefined;
  try {
    return [0, 1].every((fd) => /^\/dev\/(pts\/|tty)/.test(readlinkSync(`/proc/${owner}/fd/${fd}`)));
  } catch {
    return undefined;
  }
}

/**
 * @param {Snapshot} snapshot
 * @returns {import("./transport.js").Payload}
 */
function about({ agentId, parentAgentId, conversationId, messages = [] }) {
  const main = conversation || conversationId || agentId;
  const model = messages.findLast((message) => message.modelInfo !== undefined)?.modelInfo;
  return {
    ...(parentAgentId ? { session: agentId, parent: main } : { session: main }),
    model: model === undefined ? undefined : `${model.provider}/${model.id}`,
    cwd: process.cwd(),
    process: owner,
    attended: isAttended(),
  };
}

/** @param {ToolContext} context */
const callOf = ({ toolCall: { toolCallId, toolName }, input }) => ({ id: toolCallId, tool: toolName, input });

/** A run of commands fails piece by piece. @param {ToolResult} result */
function hasFailed({ output, isError }) {
  const pieces = Array.isArray(output) ? output : [output];
  return isError === true || pieces.some((piece) => piece?.success === false);
}

/** @param {Message[]} messages */
function lastPrompt(messages) {
  const pieces = messages.findLast(({ role }) => role === "user")?.content ?? [];
  const texts = pieces.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
  return texts.join("\n").replace(/^<user_input[^>]*>|<\/user_input>$/g, "");
}

/**
 * @param {unknown} _input
 * @param {{ toolCallId?: string }} [context]
 */
async function answerTo(_input, { toolCallId = "" } = {}) {
  const answer = answers.get(toolCallId) ?? noAnswer;
  answers.delete(toolCallId);
  return answer;
}

export default {
  name: "writ",
  manifest: { capabilities: ["hooks", "tools"] },

  /**
   * @param {{ registerTool(tool: object): void }} api
   * @param {{ session?: { sessionId?: string } }} [context]
   */
  setup(api, context) {
    conversation = context?.session?.sessionId ?? "";
    // Cline keeps its MCP servers for all repositories in one place.
    for (const { name, description, input } of intentTools) {
      api.registerTool({ name, description, inputSchema: input, execute: answerTo });
    }
  },

  hooks: {
    /** @param {{ snapshot: Snapshot }} context */
    async beforeRun({ snapshot }) {
      const payload = about(snapshot);
      const opening = told.has(payload.session) ? {} : await writ.tell("session.start", payload);
      told.add(payload.session);
      const typed = { ...payload, prompt: lastPrompt(snapshot.messages ?? []) };
      // What another agent wrote for its helper is nothing a person typed.
      const said = payload.parent === undefined ? await writ.tell("prompt.submit", typed) : {};
      if (said.deny !== undefined) return { stop: true, reason: said.deny };
      const text = [opening.context, said.context].filter((part) => part !== undefined).join("\n\n");
      return text === "" ? undefined : { appendContext: text };
    },

    /** @param {ToolContext} context */
    async beforeTool(context) {
      const { deny, ask, context: text } = await writ.guard({ ...about(context.snapshot), call: callOf(context) });
      if (deny !== undefined || ask !== undefined) stopped.add(context.toolCall.toolCallId);
      if (deny !== undefined) return { skip: true, reason: deny };
      if (ask !== undefined) {
        if (text !== undefined) answers.set(context.toolCall.toolCallId, text);
        return { policy: { autoApprove: false } };
      }
      if (text === undefined) return undefined;
      if (intentTools.every(({ name }) => name !== context.toolCall.toolName)) return { appendContext: text };
      answers.set(context.toolCall.toolCallId, text);
      return undefined;
    },

    /** @param {ToolContext & { result: ToolResult, durationMs?: number }} context */
    async afterTool(context) {
      const failed = hasFailed(context.result);
      const blocked = stopped.delete(context.toolCall.toolCallId) && context.result.isError === true;
      const { context: text } = await writ.tell(failed ? "tool.failed" : "tool.after", {
        ...about(context.snapshot),
        call: callOf(context),
        outcome: outcomeOf(blocked ? "blocked" : failed ? "failed" : "ok", context.result.output),
        duration_ms: context.durationMs,
      });
      const kept = answers.get(context.toolCall.toolCallId);
      answers.delete(context.toolCall.toolCallId);
      const more = [kept, text].filter((part) => part !== undefined).join("\n\n");
      return more === "" ? undefined : { appendContext: more };
    },

    /** @param {{ snapshot: Snapshot }} context */
    async afterRun({ snapshot }) {
      await writ.tell("turn.end", about(snapshot));
    },
  },
};
