import { writeSync } from "node:fs";
import { markers } from "@writ/adapters";
import type { Reply } from "@writ/contracts";
import { answer } from "./hook/answer.ts";
import { frame, ownProof } from "./hook/frame.ts";
import type { Course } from "./hook/handle.ts";
import { readPayload } from "./hook/read-payload.ts";
import type { HookRequest } from "./hook/request.ts";

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
async function finish(reply: Reply, isFramed: boolean): Promise<never> {
  if (isFramed) await write(1, frame(reply, ownProof));
  else {
    await write(2, reply.stderr);
    await write(1, reply.stdout);
  }
  process.exit(isFramed ? 0 : reply.exitCode);
}

/** `writ hook <agent> [<Event>] [--project DIR] [--framed] [--gap]`; the options are the shim's. */
function parseArgs([agent = "", ...rest]: readonly string[]) {
  const at = rest.indexOf("--project");
  return {
    agent,
    event: rest[0]?.startsWith("--") === true ? undefined : rest[0],
    project: at === -1 ? undefined : rest[at + 1],
    isFramed: rest.includes("--framed"),
    isGap: rest.includes("--gap"),
  };
}

/** Only these, and never the rest: agents hand their keys to hooks in the environment. */
function marksOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const marks: Record<string, string> = {};
  for (const name of markers) {
    const value = env[name];
    if (value !== undefined && value !== "") marks[name] = value;
  }
  return marks;
}

/** Read by `bin/writ.cjs` when the process ends. */
export const course: Course = { isUsual: false };

async function main(): Promise<void> {
  const { agent, event, project, isFramed, isGap } = parseArgs(process.argv.slice(3));
  const request: HookRequest = {
    agent,
    event,
    cwd: process.cwd(),
    // Set by the agent for its hooks: a folder with a sidecar of its own inside the project changes nothing.
    project: project ?? process.env.CLAUDE_PROJECT_DIR,
    marks: marksOf(process.env),
    parent: process.ppid,
  };
  if (isGap) await (await import("./daemon/gap.ts")).noteGap(project ?? request.cwd);
  const reply = await answer(request, () => readPayload(() => process.stdin), course);
  await finish(reply, isFramed);
}

void main();
