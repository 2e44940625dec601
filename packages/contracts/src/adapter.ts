import type { AgentId, Event, EventName } from "./event.ts";
import type { Verdict } from "./verdict.ts";

/** What the engine knows that a payload does not say. */
export interface Stamp {
  /** ISO-8601 UTC. */
  at: string;
  /** Where the hook was started; used when the payload names no folder. */
  cwd: string;
  /** The project whose settings started the hook, where the agent says so; it governs wherever the agent stands. */
  project?: string;
  /** The event the hook was installed for, as the agent names it; counts when the payload names none we know. */
  event?: string;
  /** The variables among `markers` that the agent set for its hook: they tell agents that share settings apart. */
  marks?: Readonly<Record<string, string>>;
}

/** What an agent reads back: text and exit code of the hook process. */
export interface Reply {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** What there is to tell the agent. */
export interface Said {
  verdict: Verdict;
  /** Text for the next model call. */
  context?: string;
  /** For the person, each a paragraph; where the agent shows its person nothing, the model is asked to pass them on. */
  messages?: readonly string[];
}

/** Who reads the messages of an event: the person, the model that is asked to pass them on, or nobody. */
export type MessageReader = "person" | "model" | "nobody";

/** One agent's translation, both ways. Pure. */
export interface Adapter {
  agent: AgentId;
  /** `null` for an event Writ has nothing to say about. An unreadable payload becomes a call that is refused. */
  toEvent(payload: unknown, stamp: Stamp): Event | null;
  toReply(event: Event, said: Said): Reply;
  /** Whether `ask` makes this agent ask its person here and now; where it does not, a ticket is opened. */
  asks(event: Event): boolean;
  /** Who reads messages that go with this event. Where nobody does, they had better wait for one that is read. */
  shows(event: Event): MessageReader;
  /** How long the agent waits for this event's hook, as installed, in milliseconds. Writ answers in half of it. */
  patience(event: EventName): number;
}
