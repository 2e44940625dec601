import { fileURLToPath } from "node:url";
import { connect, missingIn, outcomeOf, showAll, within } from "./transport.js";

/**
 * @typedef {{ confirm(options: object): Promise<boolean>, notify?(message: string): unknown }} Ui
 * @typedef {{ ui: Ui, thread?: { parentThreadID?(): Promise<string | null | undefined> } }} Context
 * @typedef {{ thread: { id: string } }} ThreadEvent
 * @typedef {ThreadEvent & { toolUseID: string, tool: string, input: unknown }} CallEvent
 *
 * What Amp hands its plugins; only what is used here.
 * @typedef {object} Host
 * @property {(event: string, handler: (event: any, context: Context) => unknown) => void} on
 * @property {(end: () => Promise<void>) => void} onDispose
 * @property {{ workspaceRoot: { toString(): string } | null }} system
 * @property {{ current: { id: string } | null }} [activeThread]
 */

export const description = "Checks with Writ what the agent may change, and records why it changed";

/** How long Amp is asked about a thread, in milliseconds. */
const lookup = 1000;

const reads = ["Read", "Grep", "Glob", "glob", "finder", "list_directory", "todo_read", "todo_write"];

/** @param {Host} amp */
export default function writ(amp) {
  const workspace = workspaceOf(amp);
  const line = connect({ agent: "amp", module: import.meta.url, reads, places: () => [workspace, process.cwd()] });
  /** What each thread's model is still to be told; nothing once it was. @type {Map<string, string | undefined>} */
  const openings = new Map();
  /** The thread each thread was started by. @type {Map<string, string>} */
  const parents = new Map();
  /** What Writ answered before a call, for its result. @type {Map<string, string>} */
  const answers = new Map();
  /** Calls that must not run, should Amp report their end like any other's. @type {Set<string>} */
  const refused = new Set();
  /** Whether a question has ever found nobody to answer it. */
  let isDeserted = false;

  /**
   * Plugins run in a process of their own.
   * @param {ThreadEvent} event
   * @returns {import("./transport.js").Payload}
   */
  const about = ({ thread }) => ({
    session: thread.id,
    parent: parents.get(thread.id),
    // The process of the plugin stands in the plugin's folder.
    cwd: workspace ?? line.root() ?? process.cwd(),
    process: process.ppid,
    // Somebody looks at this very thread.
    attended: !isDeserted && amp.activeThread?.current?.id === thread.id,
  });

  /**
   * @param {string} name
   * @param {ThreadEvent} event
   * @param {Context} host
   * @param {Partial<import("./transport.js").Payload>} [more]
   */
  async function tell(name, event, host, more = {}) {
    const answer = await line.tell(name, { ...about(event), ...more });
    showAll(answer, (message) => host.ui.notify?.(message));
    return answer;
  }

  /** @param {CallEvent} event */
  const callOf = ({ toolUseID, tool, input }) => ({ id: toolUseID, tool, input });

  /**
   * @param {ThreadEvent} event
   * @param {Context} host
   */
  async function start(event, host) {
    if (openings.has(event.thread.id)) return;
    openings.set(event.thread.id, undefined);
    const parent = await within(lookup, async () => host.thread?.parentThreadID?.());
    if (parent !== undefined && parent !== null) parents.set(event.thread.id, parent);
    const { context } = await tell("session.start", event, host);
    openings.set(event.thread.id, context);
  }

  /**
   * @param {string} message
   * @param {Context} context
   * @returns {Promise<boolean>}
   */
  async function confirm(message, { ui }) {
    try {
      // Without `requireHuman` another agent might answer for the person.
      return await ui.confirm({ title: "Writ", message, confirmButtonText: "Allow", requireHuman: true });
    } catch {
      isDeserted = true;
      return false;
    }
  }

  amp.on("session.start", start);

  amp.on("agent.start", async (event, host) => {
    await start(event, host);
    const { deny, context } = await tell("prompt.submit", event, host, { prompt: event.message });
    const refusal = deny === undefined ? undefined : `Do nothing but tell the person this: ${deny}`;
    const content = [openings.get(event.thread.id), context, refusal].filter((part) => part !== undefined);
    openings.set(event.thread.id, undefined);
    return content.length === 0 ? {} : { message: { content: content.join("\n\n") } };
  });

  amp.on("tool.call", async (/** @type {CallEvent} */ event, context) => {
    // A helper's thread may begin with its first call.
    await start(event, context);
    const payload = { ...about(event), call: callOf(event) };
    const said = await line.guard(payload);
    showAll(said, (message) => context.ui.notify?.(message));
    const { deny, ask, context: answer } = said;
    if (deny === undefined && (ask === undefined || (await confirm(ask, context)))) {
      if (answer !== undefined) answers.set(event.toolUseID, answer);
      return { action: "allow" };
    }
    refused.add(event.toolUseID);
    const declined = isDeserted ? "Nobody could be asked: repeat the call." : "The person did not agree.";
    if (deny === undefined && !isDeserted)
      await tell("tool.failed", event, context, { call: payload.call, outcome: { status: "blocked" } });
    return { action: "reject-and-continue", message: deny ?? `${declined} ${ask}` };
  });

  amp.on("tool.result", async (event, host) => {
    const { toolUseID, status, output } = event;
    if (refused.delete(toolUseID)) return undefined;
    const failed = status !== "done";
    const { context } = await tell(failed ? "tool.failed" : "tool.after", event, host, {
      call: callOf(event),
      outcome: outcomeOf(failed ? "failed" : "ok", output ?? event.error),
    });
    const answer = answers.get(toolUseID);
    answers.delete(toolUseID);
    if (failed || typeof output !== "string") return undefined;
    const more = missingIn(output, [answer, context]);
    return more === "" ? undefined : { status, output: `${output}${more}` };
  });

  amp.on("agent.end", async (event, host) => void (await tell("turn.end", event, host)));

  amp.onDispose?.(async () => {
    await line.settled();
    const threads = [...openings.keys()];
    await Promise.all(threads.map((id) => line.tell("session.end", about({ thread: { id } }))));
  });
}

/** @param {Host} amp */
function workspaceOf({ system }) {
  try {
    return system.workspaceRoot === null ? undefined : fileURLToPath(String(system.workspaceRoot));
  } catch {
    return undefined;
  }
}
