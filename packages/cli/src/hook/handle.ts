import type { Adapter, Event, Reply, Verdict } from "@writ/contracts";
import { createWrit, locate, type Writ } from "@writ/runtime";

const noObjection: Verdict = { kind: "pass" };

async function respond(writ: Writ, adapter: Adapter, event: Event): Promise<Reply> {
  switch (event.name) {
    case "tool.before": {
      const { verdict, answer } = await writ.before(event);
      return adapter.toReply(event, { verdict, ...(answer === undefined ? {} : { context: answer }) });
    }
    case "tool.after":
    case "tool.failed":
      await writ.after(event);
      break;
    case "session.start":
      return adapter.toReply(event, { verdict: noObjection, ...(await writ.startSession(event)) });
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

/** Answers one payload of one agent. An installed hook guards the project even where its sidecar is gone. */
export async function handle(
  adapter: Adapter,
  payload: unknown,
  stamp: { at: string; cwd: string },
): Promise<Reply | null> {
  const event = adapter.toEvent(payload, stamp);
  if (event === null) return null;
  const { root, top } = await locate(event.cwd);
  const writ = await createWrit(root ?? top ?? event.cwd);
  try {
    return await respond(writ, adapter, event);
  } finally {
    await writ.close();
  }
}
