import type { Event, Facts, PendingCall, Permit, Session, SessionRef } from "@writ/contracts";
import { defaultConfig, pass, problem } from "@writ/contracts";
import { canonicalJson, mcpInput } from "@writ/engine";
import { sha256 } from "../hash.ts";
import type { Decision } from "../writ.ts";
import { callOf } from "./call.ts";
import { faultVerdict } from "./fault.ts";
import { gather } from "./gather.ts";
import { refuse } from "./refuse.ts";
import type { Prepared, Workspace } from "./types.ts";

/*
 * A call of the MCP server's own tools passes the agent's hook first, which knows the session, judges the call and
 * records it when it ended. The server often does not know the session, and must neither judge the call again as one
 * without an intent nor record it twice. So the hook leaves a permit, and the server takes it.
 *
 * A permit counts for one call (a digest of the tool and its whole input), once (taking it is a rename), for ten
 * minutes (its agent may ask a person in between), and for the files as the hook saw them. It lies in `.state/`, which
 * no agent may write, beside the sessions: whoever could forge a permit could give himself an intent. Without a permit,
 * also where an agent's hook broke and its call went through, the server judges the call itself.
 *
 * A server takes what a hook of its own session left. Most agents do not tell their servers the session: such a server
 * takes the permits of the sessions whose agent started it, and where none is known to have, those of any session of
 * an agent by its name.
 */

/** The process of an agent, as its sessions know it. */
export type AgentProcess = NonNullable<Session["process"]>;

/** How long a permit counts: as long as a pending call does. */
const patienceMinutes = 10;

const digestOf = (tool: string, input: unknown): string => sha256(canonicalJson([tool, input]));

const filesOf = (facts: Facts): Permit["files"] => Object.values(facts.files).map(({ path, hash }) => ({ path, hash }));

/** Leaves the MCP server word that this call was judged, and what is left to do. */
export async function leavePermit(workspace: Workspace, event: Event, decision: Decision): Promise<void> {
  const { call, facts, answer } = decision;
  if (call.mcp === undefined || facts === null || (call.kind !== "changes" && call.kind !== "handshake")) return;
  await workspace.sessions.putPending(
    {
      callId: `permit-${call.id}`,
      invocationId: call.id,
      session: event.session.id,
      tool: call.tool,
      toolName: call.toolName,
      intent: facts.session.intent,
      at: workspace.ports.now(),
      files: [],
      permit: {
        input: digestOf(call.mcp.tool, mcpInput(call.tool, call.input)),
        files: filesOf(facts),
        ...(answer === undefined ? {} : { answer }),
      },
    },
    {},
  );
}

/** Whose permits a server may take; `parents` are the processes that started it. */
async function giversFor(
  { sessions }: Workspace,
  { id, agent }: SessionRef,
  parents: readonly AgentProcess[],
): Promise<(session: string) => boolean> {
  const all = await sessions.list();
  const parent = all.find((one) => one.id === id)?.parent;
  const family = all.filter((one) => one.parent === id || one.id === parent);
  const started = all.filter(
    ({ id: other, process }) =>
      other !== id && parents.some(({ pid, started: at }) => process?.pid === pid && process.started === at),
  );
  // A server that was told its session has another id than one that was not (see the command's `session-id.ts`).
  const isTold = !id.startsWith("mcp-");
  const byName = all.filter((one) => agent === "mcp" || one.agent === agent);
  const givers = new Set((isTold ? family : started.length > 0 ? started : byName).map((one) => one.id));
  return (session) => session === id || givers.has(session);
}

/** Takes the permit for this call, the session's own before another's; `null` when there is none, or somebody else was faster. */
async function takePermit(
  workspace: Workspace,
  server: SessionRef,
  parents: readonly AgentProcess[],
  input: string,
): Promise<PendingCall | null> {
  const { sessions, ports } = workspace;
  const { id: session } = server;
  const oldest = new Date(Date.parse(ports.now()) - patienceMinutes * 60_000).toISOString();
  const fitting = (await sessions.listPending()).filter(({ permit, at }) => permit?.input === input && at >= oldest);
  if (fitting.length === 0) return null;
  const isGiver = await giversFor(workspace, server, parents);
  const left = fitting.filter((call) => isGiver(call.session));
  const own = left.filter((call) => call.session === session);
  for (const { session: giver, callId } of [...own, ...left.filter((call) => call.session !== session)]) {
    const taken = await sessions.takePending(giver, callId);
    if (taken !== null) return taken.call;
  }
  return null;
}

/** The first file that is not what the hook saw: another one under that name, or with other content. */
function changedSince(
  permit: Permit,
  facts: Facts,
): { path: string; expected: string | null; current: string | null } | null {
  const now = filesOf(facts);
  for (const [at, { path, hash }] of permit.files.entries()) {
    const current = now[at];
    if (current?.path !== path || current.hash !== hash)
      return { path, expected: hash, current: current?.path === path ? current.hash : null };
  }
  return null;
}

/** What a hook of this workspace decided about a call that has now reached the MCP server; `null` where none did. */
export async function adopt(
  workspace: Workspace,
  event: Event,
  parents: readonly AgentProcess[] = [],
): Promise<Decision | null> {
  const { tool = "", input } = event.request ?? {};
  try {
    const taken = await takePermit(workspace, event.session, parents, digestOf(tool, input));
    if (taken?.permit === undefined) return null;
    const session = { ...event.session, id: taken.session };
    return await resumed(workspace, await gather(workspace, { ...event, session }, taken.invocationId), taken.permit);
  } catch (error) {
    const call = await callOf(event, defaultConfig, workspace.root, workspace.ports.id());
    return { verdict: faultVerdict(error, "adopt"), call, facts: null };
  }
}

async function resumed(workspace: Workspace, prepared: Prepared, permit: Permit): Promise<Decision> {
  const { call, facts } = prepared;
  const stale = changedSince(permit, facts);
  if (stale === null)
    return { verdict: pass, call, facts, ...(permit.answer === undefined ? {} : { answer: permit.answer }) };
  const { path, expected, current } = stale;
  const said = problem("STALE_FILE", { path, expected_hash: expected, current_hash: current });
  return { verdict: await refuse(workspace, prepared, { kind: "deny", problem: said }), call, facts };
}
