import type { Aftermath, Step, Write } from "@writ/contracts";
import { after } from "./pipeline/after.ts";

/** Asks every step what to write. A step that fails is left out and reported; the others are heard. */
export function record(
  aftermath: Aftermath,
  steps: readonly Step[] = after,
  onFailure: (step: string, error: unknown) => void = () => {},
): Write[] {
  return steps.flatMap((step) => {
    try {
      return [...step.record(aftermath)];
    } catch (error) {
      onFailure(step.name, error);
      return [failed(step.name, aftermath)];
    }
  });
}

/** A gap in the record is itself on record. */
function failed(step: string, { call, event, facts, intent, id }: Aftermath): Write {
  return {
    kind: "decision",
    record: {
      id: id(),
      timestamp: facts.now,
      decision: "failed",
      agent: event.session.agent,
      session: event.session.id,
      intent,
      tool: call.tool,
      tool_name: call.toolName,
      invocation_id: call.id,
      code: "HOOK_INTERNAL_ERROR",
      reason: `step:${step}`,
      metadata: {},
    },
  };
}
