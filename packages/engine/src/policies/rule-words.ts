/** A word of a command, as far as it is known before the command runs. */
export interface CommandWord {
  readonly literal: string | null;
  /** What it surely begins with, where that is known. */
  readonly head?: string;
  /** Whether it surely becomes exactly one word. */
  readonly single: boolean;
}

export type Words = readonly CommandWord[];

/** Whether a command is what a rule means. `maybe`: that is only known when it runs. */
export type Match = "yes" | "maybe" | "no";

/** The words of a pattern, without the `**` at its end. */
export function readPattern(pattern: string): { wanted: string[]; open: boolean } {
  const wanted = pattern.trim().split(/\s+/);
  const open = wanted.at(-1) === "**";
  return { wanted: open ? wanted.slice(0, -1) : wanted, open };
}
