import type { Assurance, Grant, GrantStore, Ticket } from "@writ/contracts";
import { fail, isSureEnough, longestGrantHours } from "@writ/contracts";
import { type Announce, openFileGrants } from "@writ/stores";
import type { SidecarPaths } from "../paths.ts";
import { demandAssurance } from "./question.ts";
import type { Prepared, Workspace } from "./types.ts";

/** Who gives or takes a grant, and how sure that is. */
interface Who {
  readonly by: string;
  readonly assurance: Assurance;
}

/** Opens the grants of a workspace. */
export function openGrants(paths: SidecarPaths, announce: Announce): GrantStore {
  return openFileGrants(paths.state, announce);
}

/** Risks of which a standing answer must be a person's own. */
const personal: readonly Ticket["risk"][] = ["delete", "sensitive"];

async function requireGrantable(workspace: Workspace, id: string, { assurance }: Who, until: string): Promise<Ticket> {
  const ticket = await workspace.tickets.read(id);
  const now = workspace.ports.now();
  if (ticket === null)
    throw fail("USAGE", { message: `There is no ticket ${id}.`, fix: "List the open ones with: writ approve" });
  if (ticket.status !== "open" || ticket.expiresAt <= now)
    throw fail("USAGE", {
      message: `Ticket ${ticket.id} is no longer open.`,
      fix: "Let the agent repeat the call; it gets a new ticket.",
    });
  if (ticket.standing === undefined)
    throw fail("USAGE", {
      message: `Only commands and tools can be granted for a time, where all they run is named; ${ticket.id} is not such a one.`,
      fix: `Approve it once: writ approve ${ticket.id}`,
    });
  const length = Date.parse(until) - Date.parse(now);
  if (!(length > 0 && length <= longestGrantHours * 3_600_000))
    throw fail("USAGE", {
      message: "That is no length for a grant.",
      fix: `Say 30m, 1h or 2h30m; at most ${longestGrantHours}h.`,
    });
  if (personal.includes(ticket.risk) && !isSureEnough(assurance, "tty"))
    throw fail("USAGE", {
      message: `A grant of risk "${ticket.risk}" must come from a person at a terminal, not from ${assurance}.`,
      fix: "Run it in your own terminal.",
    });
  await demandAssurance(workspace, ticket, { approved: true, by: "", assurance });
  return ticket;
}

/** Answers a ticket with a grant: the same command needs no other answer until then. */
export async function grantTicket(
  workspace: Workspace,
  id: string,
  { until, ...who }: Who & { until: string },
): Promise<Grant> {
  const ticket = await requireGrantable(workspace, id, who, until);
  const now = workspace.ports.now();
  const { intent, tool, risk, agent, session, files } = ticket;
  // Named after its ticket, so that it is on record before it is in force.
  const grant = ticket.id.replace(/^T/, "G");
  await workspace.decisions.append({
    id: workspace.ports.id(),
    timestamp: now,
    decision: "granted",
    agent,
    session,
    intent,
    tool,
    risk,
    paths: [...files],
    ticket: ticket.id,
    grant,
    ...who,
    until,
    metadata: {},
  });
  // Whoever answered the ticket meanwhile was first. The grant takes the place of the single yes.
  await workspace.tickets.answer(ticket.id, { approved: true, ...who }, now);
  await workspace.tickets.use(ticket.id, now);
  return workspace.grants.add({
    id: grant,
    binding: ticket.standing ?? "",
    intent,
    tool,
    command: ticket.command ?? ticket.detail,
    risk,
    createdAt: now,
    until,
    ...who,
    ticket: ticket.id,
  });
}

/** Takes a grant back. */
export async function revokeGrant(workspace: Workspace, id: string, who: Who): Promise<boolean> {
  const now = workspace.ports.now();
  const grant = await workspace.grants.read(id);
  if (grant === null || !(await workspace.grants.revoke(grant.id, now))) return false;
  await workspace.decisions.append({
    id: workspace.ports.id(),
    timestamp: now,
    decision: "revoked",
    agent: "person",
    session: "cli",
    intent: grant.intent,
    tool: grant.tool,
    grant: grant.id,
    ...who,
    metadata: {},
  });
  return true;
}

/** Uses a grant for a call, and writes that down; `false` when it holds no more. */
export async function useGrant(workspace: Workspace, { call, facts }: Prepared, id: string): Promise<boolean> {
  const now = workspace.ports.now();
  if (!(await workspace.grants.use(id, now))) return false;
  const grant = await workspace.grants.read(id);
  const { agent, id: session, intent } = facts.session;
  await workspace.decisions.append({
    id: workspace.ports.id(),
    timestamp: now,
    decision: "approved",
    agent,
    session,
    intent,
    tool: call.tool,
    tool_name: call.toolName,
    invocation_id: call.id,
    ...(call.command === undefined ? {} : { programs: [...call.command.programs] }),
    ...(grant === null ? {} : { risk: grant.risk, by: grant.by, assurance: grant.assurance }),
    grant: id,
    metadata: {},
  });
  return true;
}
