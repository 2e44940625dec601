import type { Adapter, Event, Reply, Stamp } from "@writ/contracts";
import { ProblemError, pass } from "@writ/contracts";
import { createWrit, type Heard, locate, type Writ } from "@writ/runtime";

/** Which way a run took: what it compiled on the usual one, a change nobody objects to, is kept for the next start. */
export interface Course {
  isUsual: boolean;
}

interface Responding extends Pick<Asked, "adapter" | "parent" | "course"> {
  readonly writ: Writ;
  readonly event: Event;
}

async function respond({ writ, adapter, event, parent, course }: Responding): Promise<Reply> {
  if (event.name !== "tool.before") return adapter.toReply(event, await hear(writ, event, parent));
  const { verdict, answer, context = answer, facts, call } = await writ.before(event, { asks: adapter.asks(event) });
  course.isUsual = verdict.kind === "pass" && call.kind === "changes";
  if (facts?.session.process === undefined) await noteAgent(writ, event, parent);
  return adapter.toReply(event, { verdict, ...(context === undefined ? {} : { context }) });
}

/** Where the sidecar cannot be used, the model hears that first, so that its person hears of it before any refusal. */
async function hear(writ: Writ, event: Event, parent: number): Promise<Heard> {
  const isOpening = event.name === "session.start" || event.name === "prompt.submit";
  try {
    const heard = await writ.hear(event);
    if (isOpening) await noteAgent(writ, event, parent);
    return heard;
  } catch (error) {
    if (event.name !== "session.start" || !(error instanceof ProblemError)) throw error;
    return { verdict: pass, context: `Writ: ${error.problem.message} ${error.problem.hint}` };
  }
}

/** Learns which process the agent is; a session that cannot be written to any more has said so in its verdict. */
async function noteAgent(writ: Writ, { session: { id }, process: agent }: Event, parent: number): Promise<void> {
  const { noteAgent: note } = await import("../note-agent.ts");
  await note(writ, id, agent ?? parent, process.platform).catch(() => {});
}

/** One payload of one agent, and what is known beside it. */
export interface Asked {
  readonly adapter: Adapter;
  readonly payload: unknown;
  readonly stamp: Stamp;
  /** The process that started the hook. */
  readonly parent: number;
  readonly course: Course;
}

/** Answers it. An installed hook guards the project even where its sidecar is gone. */
export async function handle({ adapter, payload, stamp, parent, course }: Asked): Promise<Reply | null> {
  const event = adapter.toEvent(payload, stamp);
  if (event === null) return null;
  const start = stamp.project ?? event.cwd;
  const { root, top } = await locate(start);
  const writ = await createWrit(root ?? top ?? start);
  try {
    return await respond({ writ, adapter, event, parent, course });
  } finally {
    await writ.close();
  }
}
