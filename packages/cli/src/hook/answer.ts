import { adapterFor, adapters } from "@writ/adapters";
import type { AgentId, EventName, Problem, Reply, Stamp } from "@writ/contracts";
import { agentIds, ProblemError, pass, problem } from "@writ/contracts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { type Course, handle, type LayerSource } from "./handle.ts";
import { lastResort } from "./last-resort.ts";
import type { HookRequest } from "./request.ts";

/** Nothing to say about an event nobody handles. */
const silent: Reply = { stdout: "", stderr: "", exitCode: 0 };

/** What a person can mend is told as it is; anything else is a fault of ours. */
function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const reason = error instanceof Error ? error.message : String(error);
  return problem("HOOK_INTERNAL_ERROR", { hook: "writ hook", reason });
}

function agentOf(name: string): AgentId {
  const agent = agentIds.find((id) => id === name && Object.hasOwn(adapters, id));
  if (agent !== undefined) return agent;
  const reason = `there is no agent "${name}"; known: ${Object.keys(adapters).join(", ")}`;
  throw new ProblemError(problem("PAYLOAD_INVALID", { reason }));
}

function stampOf({ event, cwd, project, marks }: HookRequest): Stamp {
  return {
    at: new Date().toISOString(),
    cwd,
    marks,
    ...(project === undefined ? {} : { project }),
    ...(event === undefined ? {} : { event }),
  };
}

/**
 * Answers one hook, whatever happens, before the agent loses its patience: agents let a call pass when its hook is late
 * or breaks. `read` gives the payload, `undefined` when there is none that can be read.
 */
export async function answer(
  request: HookRequest,
  read: () => Promise<unknown>,
  course: Course,
  layers?: LayerSource,
): Promise<Reply> {
  let event: EventName = "tool.before";
  let deadline: Deadline | undefined;
  try {
    const installed = agentOf(request.agent);
    const stamp = stampOf(request);
    const noPayload = adapterFor(installed, undefined, request.marks).adapter;
    // Until the payload is read, the event is the one the hook was installed for.
    event = noPayload.toEvent({}, stamp)?.name ?? event;
    deadline = startDeadline(noPayload.patience(event) / 2);
    const late = deadline.passed.then(() => lastResort(problem("HOOK_TIMEOUT", { hook: "writ hook" }), event));
    const decided = async (): Promise<Reply> => {
      const payload = await read();
      const sender = adapterFor(installed, payload, request.marks);
      const { adapter } = sender;
      if (
        adapter.agent !== installed &&
        (await import("./doubled.ts")).comesTwice(sender, request.project ?? request.cwd, request.marks)
      )
        return adapter.toReply(
          { name: event, at: stamp.at, session: { id: "unknown", agent: installed }, cwd: stamp.cwd },
          { verdict: pass },
        );
      event = adapter.toEvent(payload, stamp)?.name ?? event;
      const reply = await handle({ adapter, payload, stamp, parent: request.parent, course, layers });
      return reply ?? silent;
    };
    return await Promise.race([decided(), late]);
  } catch (error) {
    return lastResort(problemOf(error), event);
  } finally {
    deadline?.end();
  }
}
