import type { Adapter, AgentId, Event, EventName, Outcome, Reply, Said } from "@writ/contracts";
import { type Fields, fieldOf, isFields, objectField, textField } from "../fields.ts";
import { messagesFor, refusedPromptText, showsBy, toPassOn } from "../messages.ts";
import { type Reading, readEvent, type ToldCall } from "../reading.ts";
import { type ContextLimits, contextFor, json } from "../reply.ts";
import { refusalText, wholeQuestionText } from "../words.ts";

/** What one agent with a plugin of ours does differently. */
export interface PluginAgent {
  readonly agent: AgentId;
  readonly asks: Adapter["asks"];
  /** Whether the plugin shows its person the messages of this event. */
  isShown(event: Event): boolean;
  /** How long the plugin waits for an answer, in milliseconds. */
  readonly patience: number;
  /** A call in the shape the engine knows, where the agent takes it in others too. */
  shape?(call: ToldCall): ToldCall;
}

/** Our plugins name events in neutral words already. */
const events: Readonly<Record<EventName, EventName>> = {
  "session.start": "session.start",
  "prompt.submit": "prompt.submit",
  "tool.before": "tool.before",
  "tool.after": "tool.after",
  "tool.failed": "tool.failed",
  "turn.end": "turn.end",
  "session.end": "session.end",
};

/** More than any model wants to read, and less than any of these agents refuses. */
const most = 50_000;
const limits: ContextLimits = {
  "session.start": most,
  "prompt.submit": most,
  "tool.before": most,
  "tool.after": most,
  "tool.failed": most,
};

function callIn(payload: Fields): ToldCall {
  const call = objectField(payload, "call");
  if (call === undefined) return { tool: undefined, input: undefined, callId: null, invalid: "it has no call" };
  return { tool: textField(call, "tool"), input: fieldOf(call, "input"), callId: textField(call, "id") ?? null };
}

const statuses: readonly Outcome["status"][] = ["ok", "failed", "blocked", "unknown"];

function statusIn(payload: Fields): Outcome["status"] {
  const said = fieldOf(objectField(payload, "outcome") ?? {}, "status");
  return statuses.find((status) => status === said) ?? "unknown";
}

function isAttended(payload: Fields): boolean | undefined {
  const said = fieldOf(payload, "attended");
  return typeof said === "boolean" ? said : undefined;
}

function processIn(payload: Fields): number | undefined {
  const said = fieldOf(payload, "process");
  return typeof said === "number" && Number.isInteger(said) && said > 0 ? said : undefined;
}

function readingFor({ agent, shape = (call) => call }: PluginAgent): Reading {
  return {
    agent,
    events,
    eventIn: (payload) => textField(payload, "event"),
    sessionIn: (payload) => textField(payload, "session"),
    parentIn: (payload) => textField(payload, "parent"),
    callIn: (payload) => shape(callIn(payload)),
    statusIn,
    outputIn: (payload) => fieldOf(objectField(payload, "outcome") ?? {}, "output"),
    isAttended,
    processIn,
  };
}

/** Always one JSON object: what our plugins read as no answer at all is a refusal to them. */
function replyFor({ asks, shows }: Pick<Adapter, "asks" | "shows">, event: Event, said: Said): Reply {
  const { verdict } = said;
  const messages = messagesFor(event, said, shows);
  const shown = messages.length === 0 ? {} : { messages };
  const isRefused = verdict.kind === "deny" || verdict.kind === "ask";
  if (isRefused && event.name === "tool.before") {
    // What our plugins ask with is all that stands in the dialog.
    const isAsked = verdict.kind === "ask" && asks(event);
    const answer = isAsked ? { ask: wholeQuestionText(verdict.question) } : { deny: refusalText(verdict.problem) };
    const context = toPassOn(event, said, shows);
    return json({ ...answer, ...(context === "" ? {} : { context }), ...shown });
  }
  if (isRefused && event.name === "prompt.submit") return json({ deny: refusedPromptText(said) });
  const context = contextFor(event, said, limits, shows);
  return json({ ...(context === undefined ? {} : { context }), ...shown });
}

/** The adapter of an agent that runs a plugin of ours. */
export function pluginAdapter(plugin: PluginAgent): Adapter {
  const reading = readingFor(plugin);
  const { agent, asks } = plugin;
  const shows = showsBy((event) => event.name !== "session.end" && plugin.isShown(event), limits);
  return {
    agent,
    asks,
    shows,
    patience: () => plugin.patience,
    toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
    toReply: (event, said) => replyFor({ asks, shows }, event, said),
  };
}

/** A call whose input some agents also take without the object around it. */
export function wrapped(call: ToldCall, key: string): ToldCall {
  const { input } = call;
  return typeof input === "string" || Array.isArray(input) ? { ...call, input: { [key]: input } } : call;
}

/** Whether a call's input has this field. */
export function hasField({ input }: ToldCall, key: string): boolean {
  return isFields(input) && fieldOf(input, key) !== undefined;
}
