import type { Alarm, Event } from "@writ/contracts";
import { defaultConfig, pass } from "@writ/contracts";
import { decide, isAnswered } from "@writ/engine";
import { notice } from "../snapshot/alarms/notice.ts";
import type { Decision } from "../writ.ts";
import { callOf, isHarmless, isServed } from "./call.ts";
import { faultVerdict } from "./fault.ts";
import { gather } from "./gather.ts";
import { withAlarms } from "./noticed.ts";
import { keepPending } from "./pending.ts";
import type { Prepared, Workspace } from "./types.ts";

/** The facts cannot be read. What only reads may go on, so that the person's agent can still help to mend it. */
async function blindDecision(workspace: Workspace, event: Event, id: string, error: unknown): Promise<Decision> {
  const call = await callOf(event, defaultConfig, workspace.root, id);
  return { verdict: isHarmless(call) ? pass : faultVerdict(error, "gather"), call, facts: null };
}

/**
 * The ordinary case, and all that a cold hook loads: nobody objects, nothing is to be answered or used up. Everything
 * else is weighed by `judge` and `admit`, which decide by the same policies. `null` when this is not that case.
 */
async function passed(workspace: Workspace, prepared: Prepared): Promise<Decision | null> {
  const { call, facts } = prepared;
  if (call.kind === "handshake" || call.kind === "command" || workspace.ports.events?.listens(prepared.event) === true)
    return null;
  const { verdict, would } = decide(call, facts);
  if (verdict.kind !== "pass" || isAnswered(verdict) || would !== undefined) return null;
  if (call.kind !== "safe") await keepPending(workspace, prepared, verdict);
  return { verdict, call, facts };
}

async function weighed(workspace: Workspace, prepared: Prepared, asks: boolean): Promise<Decision> {
  const { shakeHands } = await import("./handshake.ts");
  const shaken = await shakeHands(workspace, prepared);
  if (shaken !== null) return shaken;
  const { judge } = await import("./judge.ts");
  const decision = await judge(workspace, prepared, { asks });
  if (decision.verdict.kind !== "pass" && decision.verdict.kind !== "allow") return decision;
  const { call, facts } = decision;
  const { admit } = await import("./admit.ts");
  return await admit(workspace, facts === null ? prepared : { ...prepared, call, facts }, decision);
}

/** A denial that the files as they are now would not give says which files are not in force. */
async function withHeld(root: string, decision: Decision): Promise<Decision> {
  if (decision.verdict.kind !== "deny") return decision;
  const { hintOfHeld } = await import("./held-hint.ts");
  const verdict = await hintOfHeld(root, decision.verdict);
  return verdict === decision.verdict ? decision : { ...decision, verdict };
}

/** Before a tool runs: gather, decide, and what follows from the verdict. Never throws. */
export async function before(workspace: Workspace, event: Event, asks = false): Promise<Decision> {
  const id = workspace.ports.id();
  let alarms: readonly Alarm[];
  try {
    alarms = await notice(workspace, event);
  } catch (error) {
    return blindDecision(workspace, event, id, error);
  }
  const decision = await decideOn({ ...workspace, noticed: alarms }, event, id, asks);
  return withAlarms(alarms, await withHeld(workspace.root, decision));
}

async function decideOn(workspace: Workspace, event: Event, id: string, asks: boolean): Promise<Decision> {
  let prepared: Prepared;
  try {
    prepared = await gather(workspace, event, id);
  } catch (error) {
    return blindDecision(workspace, event, id, error);
  }
  try {
    const decision =
      (await passed(workspace, prepared)) ?? (await weighed(workspace, prepared, asks && !isServed(prepared.call)));
    if (isServed(decision.call) && (decision.verdict.kind === "pass" || decision.verdict.kind === "allow")) {
      const { leavePermit } = await import("./permit.ts");
      await leavePermit(workspace, event, decision);
    }
    return decision;
  } catch (error) {
    return { verdict: faultVerdict(error, "before"), call: prepared.call, facts: prepared.facts };
  }
}
