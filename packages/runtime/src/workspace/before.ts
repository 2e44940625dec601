import type { Event } from "@writ/contracts";
import { defaultConfig } from "@writ/contracts";
import type { Decision } from "../writ.ts";
import { admit } from "./admit.ts";
import { callOf } from "./call.ts";
import { faultVerdict } from "./fault.ts";
import { gather } from "./gather.ts";
import { shakeHands } from "./handshake.ts";
import { judge } from "./judge.ts";
import type { Prepared, Workspace } from "./types.ts";

/** The facts cannot be read. What only reads may go on, so that the person's agent can still help to mend it. */
function blindDecision(workspace: Workspace, event: Event, id: string, error: unknown): Decision {
  const call = callOf(event, defaultConfig, workspace.root, id);
  const harmless = call.invalid === undefined && (call.kind === "safe" || call.command?.class === "safe");
  return { verdict: harmless ? { kind: "pass" } : faultVerdict(error, "gather"), call, facts: null };
}

/** Before a tool runs: gather, decide, and what follows from the verdict. Never throws. */
export async function before(workspace: Workspace, event: Event): Promise<Decision> {
  const id = workspace.ports.id();
  let prepared: Prepared;
  try {
    prepared = await gather(workspace, event, id);
  } catch (error) {
    return blindDecision(workspace, event, id, error);
  }
  try {
    const shaken = await shakeHands(workspace, prepared);
    if (shaken !== null) return shaken;
    const decision = await judge(workspace, prepared);
    if (decision.verdict.kind !== "pass" && decision.verdict.kind !== "allow") return decision;
    const { call, facts } = decision;
    return await admit(workspace, facts === null ? prepared : { ...prepared, call, facts }, decision);
  } catch (error) {
    return { verdict: faultVerdict(error, "before"), call: prepared.call, facts: prepared.facts };
  }
}
