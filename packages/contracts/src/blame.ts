/** Who made a line. `unknown` where it cannot be told, never a guess. */
export type LineAuthor = "ai" | "human" | "unknown";

/** One line of a file, and who made it. */
export interface BlameLine {
  line: number;
  author: LineAuthor;
  intent: string | null;
  model: string | null;
  session: string | null;
  /** Id of the trace that recorded it. */
  trace: string | null;
  agent: string | null;
  /** When it was recorded, ISO-8601. */
  time: string | null;
  /** Why the author is unknown. */
  why?: string;
  /** Set where only an imported record says so. */
  imported?: true;
  /** Set where who, with what and under which intent was erased: only that an agent made it is left. */
  erased?: true;
}
