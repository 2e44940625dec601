import type { AgentId, Event, EventName, Outcome, SessionRef, Stamp, ToolRequest } from "@writ/contracts";
import { type Fields, fieldOf, isFields, textField } from "./fields.ts";
import { outputText } from "./output.ts";

/** A tool call as far as a payload tells it; what is missing makes it a call that is refused. */
export interface ToldCall {
  tool: string | undefined;
  input: unknown;
  callId: string | null;
  invalid?: string;
  typed?: true;
}

/** How one agent's payloads say what Writ needs to know. */
export interface Reading {
  readonly agent: AgentId;
  /** The agent's events that concern Writ, in neutral words. */
  readonly events: Readonly<Record<string, EventName>>;
  /** Names of another agent's hooks that this one runs too; its payloads never use them. */
  readonly borrowedEvents?: Readonly<Record<string, EventName>>;
  /** The event as the payload itself names it. */
  eventIn(payload: Fields): string | undefined;
  sessionIn(payload: Fields): string | undefined;
  /** `event` is the agent's own name of it. */
  callIn(payload: Fields, event: string): ToldCall;
  /** How the call ended, where the payload says more about it than its event does. */
  statusIn(payload: Fields, call: ToldCall): Outcome["status"];
  /** What the tool answered, or its error; text is looked for in it. */
  outputIn?(payload: Fields): unknown;
  /** What the person typed. `null` when this is no prompt of a person at all. */
  promptIn?(payload: Fields): string | undefined | null;
  parentIn?(payload: Fields): string | undefined;
  cwdIn?(payload: Fields): string | undefined;
  modelIn?(payload: Fields, stamp: Stamp): string | undefined;
  isAttended?(payload: Fields, stamp: Stamp): boolean | undefined;
  processIn?(payload: Fields): number | undefined;
  transcriptIn?(payload: Fields, stamp: Stamp): string | undefined;
}

/** A payload as a neutral event; `null` for what Writ has nothing to say about. Never throws. */
export function readEvent(reading: Reading, payload: unknown, stamp: Stamp): Event | null {
  if (!isFields(payload)) return unreadable(reading, payload, stamp);
  const said = knownEvent(reading.events, reading.eventIn(payload)) ?? installedEvent(reading, stamp);
  if (said === undefined) return null;
  const { native, name } = said;
  const prompt = name === "prompt.submit" ? (reading.promptIn ?? typedPrompt)(payload) : undefined;
  if (prompt === null) return null;
  const attended = reading.isAttended?.(payload, stamp);
  const pid = reading.processIn?.(payload);
  const transcript = (reading.transcriptIn ?? ownTranscript)(payload, stamp);
  return {
    name,
    at: stamp.at,
    session: sessionOf(reading, payload, stamp),
    cwd: (reading.cwdIn ?? ownCwd)(payload) ?? stamp.cwd,
    ...(isToolEvent(name) ? callOf(reading, payload, native, name) : {}),
    ...(prompt === undefined ? {} : { prompt }),
    ...(attended === undefined ? {} : { attended }),
    ...(pid === undefined ? {} : { process: pid }),
    ...(transcript === undefined ? {} : { transcript }),
  };
}

const toldOutput = (payload: Fields): unknown => fieldOf(payload, "tool_response") ?? fieldOf(payload, "error");
const isToolEvent = (name: EventName): boolean => name.startsWith("tool.");
const typedPrompt = (payload: Fields): string | undefined => textField(payload, "prompt");
const ownTranscript = (payload: Fields): string | undefined => textField(payload, "transcript_path");
const ownCwd = (payload: Fields): string | undefined => textField(payload, "cwd");

interface KnownEvent {
  native: string;
  name: EventName;
}

function knownEvent(events: Reading["events"], native: string | undefined): KnownEvent | undefined {
  const name = native !== undefined && Object.hasOwn(events, native) ? events[native] : undefined;
  return native === undefined || name === undefined ? undefined : { native, name };
}

function installedEvent({ events, borrowedEvents = {} }: Reading, { event }: Stamp): KnownEvent | undefined {
  return knownEvent(events, event) ?? knownEvent(borrowedEvents, event);
}

/** Nobody knows what this is about, so what it may be about is refused; where no tool is, there is nothing to refuse. */
function unreadable(reading: Reading, payload: unknown, stamp: Stamp): Event | null {
  const name = installedEvent(reading, stamp)?.name ?? "tool.before";
  if (!isToolEvent(name)) return null;
  const request = { tool: "unknown", input: payload, callId: null, invalid: "the payload is not a JSON object" };
  return { name, at: stamp.at, session: { id: "unknown", agent: reading.agent }, cwd: stamp.cwd, request };
}

function sessionOf(reading: Reading, payload: Fields, stamp: Stamp): SessionRef {
  const model = reading.modelIn === undefined ? textField(payload, "model") : reading.modelIn(payload, stamp);
  const parent = reading.parentIn?.(payload);
  const id = reading.sessionIn(payload) ?? "unknown";
  return {
    id,
    agent: reading.agent,
    ...(model === undefined ? {} : { model }),
    ...(parent === undefined || parent === id ? {} : { parent }),
  };
}

function callOf(
  reading: Reading,
  payload: Fields,
  native: string,
  name: EventName,
): { request: ToolRequest; outcome?: Outcome } {
  const told = reading.callIn(payload, native);
  const request = requestOf(told, reading.sessionIn(payload));
  if (name === "tool.before") return { request };
  const status = reading.statusIn(payload, told);
  const took = fieldOf(payload, "duration_ms") ?? fieldOf(payload, "duration");
  const output = outputText((reading.outputIn ?? toldOutput)(payload));
  return {
    request,
    outcome: {
      status: name === "tool.failed" && status === "ok" ? "failed" : status,
      ...(typeof took === "number" && took >= 0 ? { durationMs: took } : {}),
      ...(output === undefined ? {} : { output }),
    },
  };
}

/** Whatever is missing or of the wrong type makes it a call that is refused. */
function requestOf({ tool, input, callId, invalid, typed }: ToldCall, session: string | undefined): ToolRequest {
  const reason =
    invalid ??
    (tool === undefined
      ? "it does not name the tool"
      : // Calls without a session would share one, and its intent.
        session === undefined
        ? "it does not say which session it belongs to"
        : isFields(input)
          ? undefined
          : "the tool's input is not an object");
  return {
    tool: tool ?? "unknown",
    input,
    callId,
    ...(reason === undefined ? {} : { invalid: reason }),
    ...(typed === undefined ? {} : { typed }),
  };
}
