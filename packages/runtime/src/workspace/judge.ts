import type { Policy, Verdict } from "@writ/contracts";
import { isSureEnough, problem } from "@writ/contracts";
import { before as allPolicies, type Decided, decide, refusalWrites, rejection, visible } from "@writ/engine";
import type { Decision } from "../writ.ts";
import { apply } from "./apply.ts";
import { withEarlierAnswer } from "./earlier-answer.ts";
import { gather } from "./gather.ts";
import { noteRunners } from "./known.ts";
import { objectionTo } from "./listeners.ts";
import { keepPending } from "./pending.ts";
import { answerTicket, approvalRequest, openTicket } from "./question.ts";
import { refuse } from "./refuse.ts";
import { shownOf } from "./shown.ts";
import type { Prepared, Workspace } from "./types.ts";

type Ask = Extract<Verdict, { kind: "ask" }>;
type Deny = Extract<Verdict, { kind: "deny" }>;

/** Without anybody to ask, the question becomes a ticket: the person answers, the agent repeats the call. */
async function toTicket(workspace: Workspace, prepared: Prepared, ask: Ask): Promise<Decision> {
  const ticket = await openTicket(workspace, prepared, ask);
  const details = { ...ask.problem.meta, reasons: ask.question.reasons, risk: ask.question.risk, ticket: ticket.id };
  const verdict = await refuse(workspace, prepared, { kind: "deny", problem: problem("APPROVAL_REQUIRED", details) });
  return { verdict, call: prepared.call, facts: prepared.facts, ticket };
}

/** A person answers right now. `null` means yes. */
async function askNow(workspace: Workspace, prepared: Prepared, ask: Ask, signal: AbortSignal): Promise<Deny | null> {
  const request = await approvalRequest(workspace, prepared, ask);
  const answer = (await workspace.ports.approver?.ask(request, signal)) ?? {
    approved: false,
    by: "nobody",
    assurance: "script",
  };
  const ticket = await openTicket(workspace, prepared, ask);
  await answerTicket(workspace, ticket.id, answer);
  if (answer.approved) return null;
  const { call, facts } = prepared;
  const said = rejection(call, facts, ask.question.risk, request.mutationClass, answer.note);
  return { kind: "deny", problem: said };
}

/**
 * The agent asks its person itself. The ticket stays open and the call is kept: that the call then ran is the answer,
 * and `after` writes it down as one.
 */
async function askAgent(workspace: Workspace, prepared: Prepared, ask: Ask): Promise<Decision> {
  const { call, facts, event } = prepared;
  // Whatever the person answers, the call then runs without coming back here: whoever listens is heard first.
  const { deny, ...told } = await objectionTo(workspace, prepared);
  if (deny !== undefined)
    return { ...told, verdict: await refuse(workspace, prepared, { kind: "deny", problem: deny }), call, facts };
  const ticket = await openTicket(workspace, prepared, ask);
  const { reasons, risk } = ask.question;
  const said = problem("APPROVAL_REQUIRED", { ...ask.problem.meta, reasons, risk, ticket: ticket.id });
  const stamp = { now: workspace.ports.now(), id: workspace.ports.id };
  await apply(workspace, event.session, refusalWrites(call, facts, { kind: "deny", problem: said }, stamp));
  await noteRunners(workspace, prepared);
  await keepPending(workspace, prepared, ask, { asked: ticket.id });
  const question = { ...ask.question, ticket: ticket.id, detail: ticket.detail.split("\n").map(visible).join("\n") };
  return { ...told, verdict: { kind: "ask", problem: said, question }, call, facts, ticket };
}

/** How a call is judged: by which policies, until when, and whether the agent can ask its person. */
export interface Judging {
  readonly policies?: readonly Policy[];
  readonly signal?: AbortSignal;
  readonly asks?: boolean;
}

/**
 * More scope is granted by an answer Writ itself has seen; so is what needs to be surer than an agent's prompt, and what
 * no prompt of an agent shows: the content of a script that is asked about, and that something cannot be shown at all.
 */
const agentMayAsk = (workspace: Workspace, prepared: Prepared, { question }: Ask): boolean =>
  prepared.call.expansion === undefined &&
  isSureEnough("native", prepared.config.assurance[question.risk]) &&
  (prepared.facts.runs ?? []).length === 0 &&
  shownOf(workspace, prepared).unseen.length === 0;

/** A question says why an earlier yes does not count. */
const told = (prepared: Prepared, decided: Decided): Decided =>
  decided.verdict.kind === "ask" ? { ...decided, verdict: withEarlierAnswer(prepared, decided.verdict) } : decided;

/** Judges a prepared call by some of the policies, asking a person where one is at hand. */
export async function judge(workspace: Workspace, prepared: Prepared, judging: Judging = {}): Promise<Decision> {
  const { policies = allPolicies, signal = new AbortController().signal, asks = false } = judging;
  const { call, facts } = prepared;
  const { verdict, would } = told(prepared, decide(call, facts, policies));
  if (verdict.kind === "deny") return { verdict: await refuse(workspace, prepared, verdict), call, facts };
  if (verdict.kind !== "ask") return { verdict, call, facts, ...(would === undefined ? {} : { would }) };
  if (workspace.ports.approver === undefined) {
    const question = asks && agentMayAsk(workspace, prepared, verdict) ? askAgent : toTicket;
    return question(workspace, prepared, verdict);
  }
  const refusal = await askNow(workspace, prepared, verdict, signal);
  if (refusal !== null) return { verdict: await refuse(workspace, prepared, refusal), call, facts };
  return judgeAgain(workspace, prepared);
}

/**
 * After any wait the world is read and judged again. An answer counts for what the person saw: if the call would
 * now be asked about again, things changed meanwhile, and the new question waits as a ticket.
 */
export async function judgeAgain(workspace: Workspace, earlier: Prepared): Promise<Decision> {
  const fresh = await gather(workspace, earlier.event, earlier.call.id);
  const { call, facts } = fresh;
  const { verdict, would } = told(fresh, decide(call, facts, allPolicies));
  if (verdict.kind === "ask") return toTicket(workspace, fresh, verdict);
  if (verdict.kind === "deny") return { verdict: await refuse(workspace, fresh, verdict), call, facts };
  return { verdict, call, facts, ...(would === undefined ? {} : { would }) };
}
