import type { Adapter, AgentId, EventName, Outcome, Stamp } from "@writ/contracts";
import type { Fields } from "../fields.ts";
import type { Reading, ToldCall } from "../reading.ts";
import type { ContextLimits } from "../reply.ts";

/** One agent of the family, as far as it differs: each difference turns a refusal into consent when it is overlooked. */
export interface ClaudeLike {
  readonly agent: AgentId;
  /** With which events it takes text for the model, and how many bytes. */
  readonly contextLimits: ContextLimits;
  /** With which events it shows its person a `systemMessage`. */
  readonly shownWith: readonly EventName[];
  /** Whether `allow` may be said; Codex takes it for an error. */
  readonly knowsAllow: boolean;
  /** By exit code where it is not known that the agent reads the decision in the family's form. */
  readonly refusesBy?: "decision" | "exit-code";
  /** It refuses a call with a field that its tool does not know, before or after the hook. */
  readonly refusesFields?: true;
  readonly asks?: Adapter["asks"];
  readonly patience?: Adapter["patience"];
  readonly callIn?: (payload: Fields) => ToldCall;
  readonly isAttended?: (payload: Fields, stamp: Stamp) => boolean | undefined;
  readonly promptIn?: Reading["promptIn"];
  readonly transcriptIn?: Reading["transcriptIn"];
  readonly outputIn?: Reading["outputIn"];
  readonly statusIn?: (payload: Fields, call: ToldCall) => Outcome["status"];
}
