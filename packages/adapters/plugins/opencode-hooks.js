// The hooks of OpenCode and of Kilo, which is made from it.
import { connect, missingIn, outcomeOf, showAll, within } from "./transport.js";

/** Tools that change nothing. Tools of MCP servers are called `server_tool`, so none of them is meant by these. */
const reads = ["read", "list", "glob", "grep", "todoread", "todowrite", "board_read", "kilo_local_recall"];

/**
 * @typedef {import("./transport.js").Payload} Payload
 * @typedef {{ id: string, sessionID: string, messageID: string, type: "text", text: string, synthetic?: boolean }} TextPart
 * @typedef {{ id: string, parentID?: string, directory?: string }} SessionInfo
 * @typedef {{ sessionID?: string, info?: SessionInfo, part?: { type: string, callID?: string, state?: { status: string, error?: unknown } } }} Properties
 * @typedef {{ type: string, properties?: Properties }} BusEvent
 * @typedef {{ tool: string, sessionID: string, callID: string }} ToolInput
 * @typedef {{ output?: unknown, content?: unknown, metadata?: { exit?: unknown }, isError?: unknown }} ToolOutput
 * @typedef {{ get(options: object): Promise<{ data?: SessionInfo }> }} Sessions
 * @typedef {{ session: Sessions, tui?: { showToast?(options: object): Promise<unknown> } }} Client
 *
 * What an agent hands its plugins; only what is used here.
 * @typedef {object} Host
 * @property {string} directory
 * @property {string} [worktree]
 * @property {Client} [client]
 *
 * What is known of one conversation.
 * @typedef {object} Session
 * @property {string} [parent]
 * @property {string} [cwd]
 * @property {string} [model]
 * @property {Promise<void>} [asked] what the agent is still being asked about it
 * @property {boolean} [started] whether Writ knows it
 * @property {boolean} [told] whether the model still has what it was told at the start
 */

/** Ids of calls count within their session only. @type {(session: string, call: string) => string} */
const keyOf = (session, call) => `${session} ${call}`;

/** How long the agent is asked about a session it did not announce, in milliseconds. */
const lookup = 1000;

/**
 * @param {string} agent
 * @param {string} module
 * @param {Host} host
 */
export function hooksFor(agent, module, { directory, worktree, client }) {
  const writ = connect({ agent, module, reads, places: () => [directory, worktree] });
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  /** Calls Writ let pass that have not ended yet. @type {Map<string, { payload: Payload, context: string | undefined }>} */
  const running = new Map();

  /**
   * A note at the edge of the screen; where there is none, nobody sees it.
   * @param {string} message
   * @param {"info" | "error"} variant
   */
  function toast(message, variant) {
    return client?.tui?.showToast?.({ body: { title: "Writ", message, variant } });
  }

  /**
   * @param {string} event
   * @param {Payload} payload
   */
  async function tell(event, payload) {
    const answer = await writ.tell(event, payload);
    showAll(answer, (message) => toast(message, "info"));
    return answer;
  }

  /** @param {SessionInfo} info */
  function note({ id, parentID, directory: cwd }) {
    sessions.set(id, Object.assign(sessions.get(id) ?? {}, parentID && { parent: parentID }, cwd && { cwd }));
  }

  /**
   * A session that goes on from an earlier start of the agent was not announced: then the agent is asked about it.
   * @param {string} id
   */
  async function sessionOf(id) {
    const session = sessions.get(id) ?? {};
    if (!sessions.has(id)) {
      sessions.set(id, session);
      session.asked = within(lookup, async () => (await client?.session.get({ path: { id } }))?.data).then((info) => {
        if (info?.id === id) note(info);
      });
    }
    await session.asked;
    return session;
  }

  /**
   * @param {string} id
   * @returns {Promise<Payload>}
   */
  async function about(id) {
    const { parent, model, cwd } = await sessionOf(id);
    return { session: id, parent, model, cwd: cwd ?? directory };
  }

  /**
   * @param {string} key
   * @param {"ok" | "failed"} status
   * @param {unknown} answer
   */
  async function report(key, status, answer) {
    const call = running.get(key);
    if (call === undefined) return [];
    running.delete(key);
    const event = status === "ok" ? "tool.after" : "tool.failed";
    const { context } = await tell(event, { ...call.payload, outcome: outcomeOf(status, answer) });
    return [call.context, context];
  }

  /** @param {string} id */
  async function endTurn(id) {
    for (const [key, { payload }] of running) if (payload.session === id) running.delete(key);
    await tell("turn.end", await about(id));
  }

  /** @param {string} id */
  async function endSession(id) {
    const payload = await about(id);
    sessions.delete(id);
    await writ.tell("session.end", payload);
  }

  return {
    /** @param {{ event: BusEvent }} told */
    async event({ event: { type, properties = {} } }) {
      const { sessionID = "", info, part } = properties;
      if ((type === "session.created" || type === "session.updated") && info !== undefined) note(info);
      else if (type === "session.idle") await endTurn(sessionID);
      else if (type === "session.deleted" && info !== undefined) await endSession(info.id);
      else if (type === "session.compacted") (await sessionOf(sessionID)).told = false;
      // A tool that fails has no other end.
      else if (part?.type === "tool" && part.state?.status === "error")
        await report(keyOf(sessionID, part.callID ?? ""), "failed", part.state.error);
    },

    /**
     * @param {{ sessionID: string, model?: { providerID: string, modelID: string } }} input
     * @param {{ message: { id: string }, parts: TextPart[] }} output
     */
    async "chat.message"({ sessionID, model }, { message, parts }) {
      const session = await sessionOf(sessionID);
      if (model !== undefined) session.model = `${model.providerID}/${model.modelID}`;
      const payload = await about(sessionID);
      const texts = parts.filter(({ type, synthetic }) => type === "text" && synthetic !== true);
      const opening = session.told === true ? {} : await tell("session.start", payload);
      session.started = true;
      session.told = true;
      // What another agent wrote for its helper is nothing a person typed.
      const typed = { ...payload, prompt: texts.map(({ text }) => text).join("\n") };
      const said = session.parent === undefined ? await tell("prompt.submit", typed) : {};
      if (said.deny !== undefined) {
        // The person is only told that something went wrong.
        showAll({ messages: [said.deny] }, (message) => toast(message, "error"));
        throw new Error(said.deny);
      }
      const text = [opening.context, said.context].filter((part) => part !== undefined).join("\n\n");
      // Parts are kept in the order of their ids.
      const id = `${parts.at(-1)?.id ?? "prt_"}w`;
      if (text !== "") parts.push({ id, sessionID, messageID: message.id, type: "text", text, synthetic: true });
    },

    /**
     * @param {ToolInput} input
     * @param {{ args: unknown }} output
     */
    async "tool.execute.before"({ tool, sessionID, callID }, { args }) {
      const payload = { ...(await about(sessionID)), call: { id: callID, tool, input: args ?? {} } };
      const answer = await writ.guard(payload);
      showAll(answer, (message) => toast(message, "info"));
      const { deny, ask, context } = answer;
      const refusal = deny ?? ask;
      if (refusal !== undefined) throw new Error(refusal);
      running.set(keyOf(sessionID, callID), { payload, context });
    },

    /**
     * @param {ToolInput} input
     * @param {ToolOutput} output
     */
    async "tool.execute.after"({ sessionID, callID }, output) {
      const exit = output.metadata?.exit;
      const failed = output.isError === true || (exit !== undefined && exit !== 0);
      const more = await report(keyOf(sessionID, callID), failed ? "failed" : "ok", output.output ?? output.content);
      // A tool of an MCP server answers in pieces.
      if (typeof output.output === "string") output.output += missingIn(output.output, more);
      else if (Array.isArray(output.content)) {
        const text = missingIn(output.content.map((piece) => piece?.text ?? "").join("\n"), more);
        if (text !== "") output.content.push({ type: "text", text: text.trim() });
      }
    },

    async dispose() {
      await writ.settled();
      const started = [...sessions].filter(([, session]) => session.started === true);
      await Promise.all(started.map(([id]) => endSession(id)));
    },
  };
}
