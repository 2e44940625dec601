import type { Verdict } from "@writ/contracts";
import { problem } from "@writ/contracts";
import type { Decision } from "../writ.ts";
import { isHarmless } from "./call.ts";
import { freshSession } from "./gather.ts";
import { noteRunners, settleRuns } from "./known.ts";
import { objectionTo } from "./listeners.ts";
import { keepPending } from "./pending.ts";
import { refuse } from "./refuse.ts";
import type { Prepared, Workspace } from "./types.ts";

/** What an approved expansion adds: to the session, and to the tracked intent where the config says so (R69). */
async function grantExpansion(workspace: Workspace, prepared: Prepared, ticket: string): Promise<void> {
  const { call, facts, event, config } = prepared;
  const intent = facts.session.intent;
  if (call.expansion === undefined || intent === null) return;
  const globs = [...call.expansion.globs];
  const now = workspace.ports.now();
  // First on record, then in force.
  const { agent, id: session } = facts.session;
  const id = workspace.ports.id();
  await workspace.decisions.append({
    id,
    timestamp: now,
    decision: "expanded",
    agent,
    session,
    intent,
    globs,
    ticket,
    metadata: {},
  });
  if (config.expansion === "persist" && facts.intents.state === "ok") {
    const known = facts.intents.intents.find((one) => one.id === intent);
    if (known !== undefined) {
      await workspace.intents.update(intent, { ownedScope: [...new Set([...known.ownedScope, ...globs])] });
    }
  }
  await workspace.sessions.update(
    event.session.id,
    () => freshSession(event.session, now),
    (session) => ({ ...session, expansions: [...session.expansions, ...globs.map((glob) => ({ intent, glob }))] }),
  );
}

/** What would have been refused, in observe mode or during a pause. */
async function recordWould(
  workspace: Workspace,
  { call, facts }: Prepared,
  would: Extract<Verdict, { kind: "deny" | "ask" }>,
) {
  await workspace.decisions.append({
    id: workspace.ports.id(),
    timestamp: workspace.ports.now(),
    decision: "observed",
    agent: facts.session.agent,
    session: facts.session.id,
    intent: facts.session.intent,
    tool: call.tool,
    tool_name: call.toolName,
    invocation_id: call.id,
    code: would.problem.code,
    reason: would.kind,
    paths: Object.values(facts.files).map((file) => file.path),
    metadata: {},
  });
}

/** The answer is used up, since an equal call was faster: the call is judged once more, and its question is a new one. */
async function askAnew(workspace: Workspace, prepared: Prepared, reason: string): Promise<Decision> {
  const { judgeAgain } = await import("./judge.ts");
  const again = await judgeAgain(workspace, prepared);
  if (again.verdict.kind === "deny") return again;
  // Another answer came meanwhile: the next call uses it.
  const late = problem("APPROVAL_REQUIRED", { reasons: [reason] });
  return { ...again, verdict: await refuse(workspace, prepared, { kind: "deny", problem: late }) };
}

/** A call that may go on: uses up its ticket, grants what was asked for, keeps what `after` needs. */
export async function admit(workspace: Workspace, prepared: Prepared, decision: Decision): Promise<Decision> {
  const { verdict, would } = decision;
  const { deny, context, messages } = await objectionTo(workspace, prepared);
  const heard: Decision = {
    ...decision,
    ...(context === undefined ? {} : { context }),
    ...(messages === undefined ? {} : { messages }),
  };
  if (deny !== undefined)
    return { ...heard, verdict: await refuse(workspace, prepared, { kind: "deny", problem: deny }) };
  if (verdict.kind === "pass" && verdict.ticket !== undefined) {
    if (!(await workspace.tickets.use(verdict.ticket, workspace.ports.now()))) {
      return askAnew(workspace, prepared, `ticket ${verdict.ticket} was already used or has expired`);
    }
    await grantExpansion(workspace, prepared, verdict.ticket);
    await settleRuns(workspace, prepared.event.session, verdict.ticket);
  }
  if (verdict.kind === "pass" && verdict.grant !== undefined) {
    const { useGrant } = await import("./grants.ts");
    if (!(await useGrant(workspace, prepared, verdict.grant)))
      return askAnew(workspace, prepared, `grant ${verdict.grant} holds no more`);
  }
  // Asking for more scope is a call of its own too; granting it is its whole answer.
  if (prepared.call.kind === "handshake" && prepared.call.expansion !== undefined) {
    return { ...decision, answer: JSON.stringify({ granted: prepared.call.expansion.globs }) };
  }
  if (isHarmless(prepared.call) || prepared.call.kind === "handshake") return heard;
  await noteRunners(workspace, prepared);
  await keepPending(workspace, prepared, verdict, { would });
  if (would?.kind === "deny" || would?.kind === "ask") await recordWould(workspace, prepared, would);
  return heard;
}
