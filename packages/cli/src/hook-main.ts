import { adapters } from "@writ/adapters";
import type { Reply } from "@writ/contracts";
import { problem } from "@writ/contracts";
import { handle } from "./hook/handle.ts";
import { lastResort } from "./hook/last-resort.ts";
import { readPayload } from "./hook/read-payload.ts";

/** Agents let a call pass when its hook is late, so the answer comes well before their shortest time-out. */
const deadlineMs = 15_000;

function finish(reply: Reply): void {
  process.exitCode = reply.exitCode;
  process.stderr.write(reply.stderr);
  // Leaving only once the reply is handed over: an agent reads a cut-off answer as no objection.
  process.stdout.write(reply.stdout, () => process.exit(reply.exitCode));
}

async function main(): Promise<void> {
  const late = problem("HOOK_TIMEOUT", { hook: "writ hook" });
  const timer = setTimeout(() => finish(lastResort(late)), deadlineMs);
  try {
    const [, agent = ""] = process.argv.slice(2);
    const adapter = Object.hasOwn(adapters, agent) ? adapters[agent] : undefined;
    if (adapter === undefined) {
      finish(
        lastResort(
          problem("PAYLOAD_INVALID", {
            reason: `there is no agent "${agent}"; known: ${Object.keys(adapters).join(", ")}`,
          }),
        ),
      );
      return;
    }
    const payload = await readPayload(process.stdin);
    const stamp = { at: new Date().toISOString(), cwd: process.cwd() };
    const reply = await handle(adapter, payload, stamp);
    finish(reply ?? { stdout: "", stderr: "", exitCode: 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    finish(lastResort(problem("HOOK_INTERNAL_ERROR", { hook: "writ hook", reason })));
  } finally {
    clearTimeout(timer);
  }
}

void main();
