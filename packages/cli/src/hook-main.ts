import { writeSync } from "node:fs";
import { adapters } from "@writ/adapters";
import type { EventName, Problem, Reply, Stamp } from "@writ/contracts";
import { ProblemError, problem } from "@writ/contracts";
import { type Course, handle } from "./hook/handle.ts";
import { lastResort } from "./hook/last-resort.ts";
import { readPayload } from "./hook/read-payload.ts";

/** Agents let a call pass when its hook is late, so the answer comes well before their shortest time-out. */
const deadlineMs = 15_000;

/** Writes at once, without Node's streams: they take longer to set up than a decision. What does not fit goes through them. */
function write(fd: 1 | 2, text: string): Promise<void> {
  let rest = Buffer.from(text);
  try {
    while (rest.byteLength > 0) rest = rest.subarray(writeSync(fd, rest));
    return Promise.resolve();
  } catch {
    const stream = fd === 1 ? process.stdout : process.stderr;
    // Nobody reads the answer: no agent may take that for consent.
    stream.on("error", () => process.exit(2));
    return new Promise((done) => stream.write(rest, () => done()));
  }
}

/** Leaves only once the reply is handed over: an agent reads a cut-off answer as no objection. */
async function finish(reply: Reply): Promise<never> {
  await write(2, reply.stderr);
  await write(1, reply.stdout);
  process.exit(reply.exitCode);
}

/** What a person can mend is told as it is; anything else is a fault of ours. */
function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const reason = error instanceof Error ? error.message : String(error);
  return problem("HOOK_INTERNAL_ERROR", { hook: "writ hook", reason });
}

/** Read by `bin/writ.cjs` when the process ends. */
export const course: Course = { isUsual: false };

async function main(): Promise<void> {
  const late = problem("HOOK_TIMEOUT", { hook: "writ hook" });
  let event: EventName = "tool.before";
  const timer = setTimeout(() => void finish(lastResort(late, event)), deadlineMs);
  try {
    const [, agent = "", installedFor] = process.argv.slice(2);
    const adapter = Object.hasOwn(adapters, agent) ? adapters[agent] : undefined;
    if (adapter === undefined) {
      const reason = `there is no agent "${agent}"; known: ${Object.keys(adapters).join(", ")}`;
      await finish(lastResort(problem("PAYLOAD_INVALID", { reason }), event));
      return;
    }
    // Set by the agent for its hooks: a folder with a sidecar of its own inside the project changes nothing.
    const { CLAUDE_PROJECT_DIR: project } = process.env;
    const stamp: Stamp = {
      at: new Date().toISOString(),
      cwd: process.cwd(),
      ...(project === undefined ? {} : { project }),
      ...(installedFor === undefined ? {} : { event: installedFor }),
    };
    // Until the payload is read, the event is the one the hook was installed for.
    event = adapter.toEvent({}, stamp)?.name ?? event;
    const payload = await readPayload(() => process.stdin);
    event = adapter.toEvent(payload, stamp)?.name ?? event;
    const reply = await handle(adapter, payload, stamp, course);
    await finish(reply ?? { stdout: "", stderr: "", exitCode: 0 });
  } catch (error) {
    await finish(lastResort(problemOf(error), event));
  } finally {
    clearTimeout(timer);
  }
}

void main();
