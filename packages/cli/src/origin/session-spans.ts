import type { Session } from "@writ/contracts";
import type { ProcessRef } from "../process-tree.ts";

/** The time in which a governed session could start processes, in milliseconds since 1970. */
export interface Span {
  readonly session: string;
  readonly from: number;
  readonly to: number;
  /** Its agent runs, and is seen from here: what is not beneath it was not started by it. */
  readonly isRunning: boolean;
}

/** A session that was not told to be over may have lived on for a while after its hooks were last heard. */
const graceMs = 5 * 60_000;

/** The space of process numbers that Linux starts with: every process is seen from there. */
const firstSpace = "pid:[4026531836]";

/** The spans of these sessions. An agent that hosts several has been there since before the first. */
export async function spansOf(
  sessions: readonly Session[],
  world: {
    /** What process numbers count in here. */
    readonly space: string | null;
    isRunning(process: Pick<ProcessRef, "pid" | "started">): Promise<boolean>;
    startTime(started: string): number;
  },
): Promise<Span[]> {
  const spans: Span[] = [];
  for (const { id, startedAt, seenAt, endedAt, process } of sessions) {
    const isRunning = process !== undefined && (await world.isRunning(process));
    const isHidden = process?.space !== undefined && world.space !== firstSpace && process.space !== world.space;
    const began = Date.parse(startedAt);
    const last = Math.max(Date.parse(seenAt), endedAt === undefined ? 0 : Date.parse(endedAt));
    spans.push({
      session: id,
      from: process === undefined ? began : Math.min(began, world.startTime(process.started)),
      to: isRunning || (isHidden && endedAt === undefined) ? Number.POSITIVE_INFINITY : last + graceMs,
      isRunning,
    });
  }
  return spans;
}

/** The session in whose time a process started. */
export function spanAt(spans: readonly Span[], startedAt: number): Span | undefined {
  return spans.find(({ from, to }) => startedAt >= from && startedAt <= to);
}
