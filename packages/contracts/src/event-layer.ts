import type { Call } from "./call.ts";
import type { Event } from "./event.ts";
import type { FileChange } from "./hook-context.ts";
import type { Problem } from "./problem.ts";

/** What is known about an event beside what the agent said. */
export interface About {
  /** The tool call, once it was looked at; its effects name paths as given. */
  call?: Call;
  /** Files the call changes or has changed, from the root. */
  paths?: readonly string[];
  /** What it does or did to them. */
  changes?: readonly FileChange[];
  /** How long the call took, where the agent does not say. */
  durationMs?: number;
  intent?: string | null;
  /** Files the session changed: since it last stopped, or altogether. Read only when asked. */
  changed?(since: "stop" | "start"): Promise<string[]>;
}

/** What hooks have to say. */
export interface Told {
  /** Text for the next model call. */
  context?: string;
  /** For the person, each a paragraph. */
  messages?: readonly string[];
  deny?: Problem;
  /** Of a stop: somebody who listens was still busy with the last one, so the next stop tells of these changes again. */
  unheard?: boolean;
}

/** Hears of every event once Writ itself has nothing against it. What it throws counts as an objection before a tool. */
export interface EventLayer {
  /** Whether anybody listens to this event; asked before anything is prepared. */
  listens(event: Event): boolean;
  /** The handlers' files, from the root: who changes them changes what is guarded. */
  guarded(): readonly string[];
  hear(event: Event, about: About): Promise<Told | null>;
  close(): Promise<void>;
}
