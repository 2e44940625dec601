import type { Writ } from "@writ/runtime";
import { agentAmong, lineageOf, processSpace } from "./process-tree.ts";

/** Writes down which process the agent of a session is, so that a person's commands can refuse to run beneath it. */
export async function noteAgent({ sessions }: Writ, session: string, parent: number, platform: string): Promise<void> {
  const known = await sessions.read(session);
  const agent = known === null ? null : agentAmong(await lineageOf(parent, platform));
  if (known === null || agent === null) return;
  const { pid, started } = agent;
  const space = await processSpace();
  await sessions.update(
    session,
    () => known,
    (stored) => ({ ...stored, process: { pid, started, ...(space !== null && { space }) } }),
  );
}
