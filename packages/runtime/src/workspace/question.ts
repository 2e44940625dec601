import { join } from "node:path";
import type {
  Answer,
  ApprovalRequest,
  ChangedFile,
  DecisionRecord,
  MutationClass,
  Ticket,
  Unchained,
  Verdict,
} from "@writ/contracts";
import { fail, isSureEnough } from "@writ/contracts";
import { expectedText, mutationClass, previewOf } from "@writ/engine";
import { actionOf, dependsOf } from "./earlier-answer.ts";
import { contentOf, readBytes } from "./files.ts";
import { shownOf } from "./shown.ts";
import type { Prepared, Workspace } from "./types.ts";

type Ask = Extract<Verdict, { kind: "ask" }>;

const filesOf = ({ facts }: Prepared): string[] => [...new Set(Object.values(facts.files).map((file) => file.path))];

/** What kind of change it would be, as far as the payload tells. */
async function wouldBeClass(workspace: Workspace, { call, facts }: Prepared): Promise<MutationClass> {
  const changed: ChangedFile[] = [];
  for (const { path, op, change } of call.effects) {
    const fact = path === null ? undefined : facts.files[path];
    if (op === "exec" || fact === undefined || fact.place !== "workspace") continue;
    const bytes = fact.kind === "file" ? readBytes(join(workspace.root, fact.path)) : null;
    const before = bytes === null ? null : contentOf(bytes);
    const text = op === "delete" ? null : expectedText(change, before?.text ?? null);
    const after = text === null ? null : contentOf(new TextEncoder().encode(text));
    changed.push({ path: fact.path, op, before, after });
  }
  return mutationClass(changed);
}

/** What a person must see to answer. */
export async function approvalRequest(
  workspace: Workspace,
  prepared: Prepared,
  { question }: Ask,
): Promise<ApprovalRequest> {
  const { call, facts } = prepared;
  const { detail, unseen } = shownOf(workspace, prepared);
  return {
    invocationId: call.id,
    session: facts.session.id,
    intent: facts.session.intent,
    tool: call.tool,
    toolName: call.toolName,
    risk: question.risk,
    reasons: question.reasons,
    files: filesOf(prepared),
    mutationClass: await wouldBeClass(workspace, prepared),
    preview: previewOf(detail),
    detail,
    ...(unseen.length === 0 ? {} : { unseen }),
    ...(call.expansion === undefined ? {} : { globs: call.expansion.globs }),
  };
}

/** Opens the ticket a person can answer, or finds the one that already waits for the same action. */
export async function openTicket(workspace: Workspace, prepared: Prepared, ask: Ask): Promise<Ticket> {
  const { call, facts, config } = prepared;
  const now = workspace.ports.now();
  const { detail, unseen } = shownOf(workspace, prepared);
  const ran = Object.fromEntries((facts.runs ?? []).flatMap(({ name, hash }) => (hash === null ? [] : [[name, hash]])));
  return workspace.tickets.open({
    binding: ask.question.binding,
    action: actionOf(prepared),
    depends: dependsOf(prepared),
    session: facts.session.id,
    agent: facts.session.agent,
    intent: facts.session.intent,
    tool: call.tool,
    risk: ask.question.risk,
    reasons: ask.question.reasons,
    files: filesOf(prepared),
    detail,
    ...(call.command === undefined ? {} : { command: call.command.text }),
    ...(unseen.length === 0 ? {} : { unseen }),
    ...(facts.standing === undefined ? {} : { standing: facts.standing }),
    ...(Object.keys(ran).length === 0 ? {} : { ran }),
    ...(call.expansion === undefined ? {} : { globs: call.expansion.globs }),
    createdAt: now,
    expiresAt: new Date(Date.parse(now) + config.ticket_minutes * 60_000).toISOString(),
  });
}

function answered(ticket: Ticket, answer: Answer, stamp: { id: string; now: string }): Unchained<DecisionRecord> {
  return {
    id: stamp.id,
    timestamp: stamp.now,
    decision: answer.approved ? "approved" : "rejected",
    agent: ticket.agent,
    session: ticket.session,
    intent: ticket.intent,
    tool: ticket.tool,
    risk: ticket.risk,
    paths: [...ticket.files],
    ticket: ticket.id,
    by: answer.by,
    assurance: answer.assurance,
    ...(ticket.globs === undefined ? {} : { globs: [...ticket.globs] }),
    metadata: {},
  };
}

/** Answers a ticket, and writes down who did and how sure that is. */
export async function answerTicket(workspace: Workspace, id: string, answer: Answer): Promise<Ticket> {
  const waiting = await workspace.tickets.read(id);
  if (waiting === null)
    throw fail("USAGE", { message: `There is no ticket ${id}.`, fix: "List the open ones with: writ approve" });
  if (answer.approved) await demandAssurance(workspace, waiting, answer);
  const now = workspace.ports.now();
  // First on record, then in force: no answer ever counts that nobody can find later.
  if (waiting.status === "open" && waiting.expiresAt > now)
    await workspace.decisions.append(answered(waiting, answer, { id: workspace.ports.id(), now }));
  return workspace.tickets.answer(id, answer, now);
}

/** Throws when an answer is less sure than the config wants for the ticket's risk. */
export async function demandAssurance(workspace: Workspace, ticket: Ticket, answer: Answer): Promise<void> {
  const { config } = await workspace.readConfig();
  const wanted = config.assurance[ticket.risk];
  if (isSureEnough(answer.assurance, wanted)) return;
  throw fail("USAGE", {
    message: `An approval of risk "${ticket.risk}" must come from ${wanted}, not from ${answer.assurance}.`,
    fix: "Approve it in your own terminal, or lower `assurance` in .orchestration/config.yaml and run: writ trust",
  });
}
