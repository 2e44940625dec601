import type { Told } from "@writ/contracts";
import { problem } from "@writ/contracts";
import { aboutCall } from "./about.ts";
import type { Prepared, Workspace } from "./types.ts";

/** What listeners say before a tool runs; one that breaks objects (design 1). */
export async function objectionTo(workspace: Workspace, prepared: Prepared): Promise<Told> {
  const { events } = workspace.ports;
  try {
    // Writ's own tools are its own affair, before they run as afterwards.
    if (prepared.call.kind === "handshake" || events?.listens(prepared.event) !== true) return {};
    return (await events.hear(prepared.event, aboutCall(workspace, prepared))) ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { deny: problem("HOOK_INTERNAL_ERROR", { hook: "events", reason }) };
  }
}
