import { writeSync } from "node:fs";
import type { Reply } from "@writ/contracts";
import { answer } from "./hook/answer.ts";
import { frame, ownProof } from "./hook/frame.ts";
import type { Course } from "./hook/handle.ts";
import { readPayload } from "./hook/read-payload.ts";
import { toRequest } from "./hook/to-request.ts";

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

/** Read by `bin/writ.cjs` when the process ends. */
export const course: Course = { isUsual: false };

async function main(): Promise<void> {
  const { request, isFramed, isGap, hung } = toRequest(process.argv.slice(3), process);
  if (isGap) await (await import("./daemon/gap.ts")).noteGap(request.project ?? request.cwd, hung);
  const reply = await answer(request, () => readPayload(() => process.stdin), course);
  await finish(reply, isFramed);
}

void main();
