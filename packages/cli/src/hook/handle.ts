import type { Adapter, Event, Reply, Stamp, Verdict } from "@writ/contracts";
import { ProblemError } from "@writ/contracts";
import { createWrit, locate, type Writ } from "@writ/runtime";

const noObjection: Verdict = { kind: "pass" };

/** Which way a run took: what it compiled on the usual one, a change nobody objects to, is kept for the next start. */
export interface Course {
  isUsual: boolean;
}

interface Responding extends Pick<Asked, "adapter" | "parent" | "course"> {
  readonly writ: Writ;
  readonly event: Event;
}

async function respond({ writ, adapter, event, parent, course }: Responding): Promise<Reply> {
  switch (event.name) {
    case "tool.before": {
      const { verdict, answer, facts, call } = await writ.before(event);
      course.isUsual = verdict.kind === "pass" && call.kind === "changes";
      // A session that cannot be written to any more has said so in its verdict already.
      if (facts?.session.process === undefined) await noteAgent(writ, event, parent).catch(() => {});
      return adapter.toReply(event, { verdict, ...(answer === undefined ? {} : { context: answer }) });
    }
    case "tool.after":
    case "tool.failed":
      await writ.after(event);
      break;
    case "session.start":
      return adapter.toReply(event, { verdict: noObjection, context: await openingOf(writ, event, parent) });
    case "turn.end":
      await writ.endTurn(event);
      break;
    case "session.end":
      await writ.endSession(event);
      break;
    case "prompt.submit":
      break;
  }
  return adapter.toReply(event, { verdict: noObjection });
}

/** What the model hears first; where the sidecar cannot be used, that, so that its person hears of it before any refusal. */
async function openingOf(writ: Writ, event: Event, parent: number): Promise<string> {
  try {
    const { context } = await writ.startSession(event);
    await noteAgent(writ, event, parent).catch(() => {});
    return context;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return `Writ: ${error.problem.message} ${error.problem.hint}`;
  }
}

/** Writes down which process the agent is, so that a person's commands can refuse to run beneath it. */
async function noteAgent(writ: Writ, { session: { id } }: Event, parent: number): Promise<void> {
  const known = await writ.sessions.read(id);
  if (known === null) return;
  const { agentAmong, lineageOf } = await import("../process-tree.ts");
  const agent = agentAmong(await lineageOf(parent, process.platform));
  if (agent === null) return;
  const { pid, started } = agent;
  await writ.sessions.update(
    id,
    () => known,
    (stored) => ({ ...stored, process: { pid, started } }),
  );
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
