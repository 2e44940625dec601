import type { Event } from "@writ/contracts";
import { pass, problem } from "@writ/contracts";
import type { Heard } from "../writ.ts";
import type { Workspace } from "./types.ts";

/** What listeners object to before a tool runs; one that breaks objects (design 1). */
export async function objectionTo({ ports }: Workspace, event: Event): Promise<Heard> {
  try {
    const said = await ports.events?.hear(event);
    const context = said?.context;
    const verdict = said?.deny === undefined ? pass : ({ kind: "deny", problem: said.deny } as const);
    return { verdict, ...(context === undefined ? {} : { context }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { verdict: { kind: "deny", problem: problem("HOOK_INTERNAL_ERROR", { hook: "events", reason }) } };
  }
}
