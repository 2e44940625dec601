import {
  allSpent,
  type Call,
  type Event,
  type Facts,
  type FileFact,
  type IntentsFact,
  type Session,
  type SessionRef,
  type Spent,
  type Ticket,
} from "@writ/contracts";
import { canonicalJson, isSafe, throughs } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { callOf, isServed } from "./call.ts";
import { touchedPaths, withMemory } from "./files.ts";
import { identities } from "./identities.ts";
import type { Prepared, Workspace } from "./types.ts";

/** A session nobody has met before. */
export function freshSession(ref: SessionRef, now: string): Session {
  return {
    id: ref.id,
    agent: ref.agent,
    ...(ref.model === undefined ? {} : { model: ref.model }),
    ...(ref.parent === undefined ? {} : { parent: ref.parent }),
    startedAt: now,
    seenAt: now,
    intent: null,
    expansions: [],
    reads: {},
    refusals: [],
  };
}

/** How deep subagents may start subagents and still work under the first one's intent. */
const deepest = 8;

/** The session as stored; a child without an intent of its own works under that of whoever started it (R58). */
export async function readSession(workspace: Workspace, ref: SessionRef, now: string): Promise<Session> {
  const stored = (await workspace.sessions.read(ref.id)) ?? freshSession(ref, now);
  let above = stored.intent === null ? (stored.parent ?? ref.parent) : undefined;
  for (let depth = 0; above !== undefined && depth < deepest; depth++) {
    const parent = await workspace.sessions.read(above);
    // A name that another agent gave one of its sessions means nothing here.
    if (parent === null || parent.agent !== ref.agent) break;
    if (parent.intent !== null) return { ...stored, intent: parent.intent, expansions: parent.expansions };
    above = parent.parent;
  }
  return stored;
}

async function readIntents(workspace: Workspace): Promise<IntentsFact> {
  const read = await workspace.intents.read();
  if (read.state === "ok") return { state: "ok", intents: read.intents };
  return read.state === "missing" ? read : { state: "invalid", file: read.file, reason: read.reason };
}

/** Digest of the exact action and of everything an answer depends on. */
function bindingOf(
  root: string,
  event: Event,
  session: Session,
  call: Call,
  files: Record<string, FileFact>,
  runs: unknown,
): string {
  const touched = Object.values(files).map((file) => [file.given, file.path, file.place, file.hash]);
  const { id, intent } = session;
  return sha256(canonicalJson([root, event.cwd, id, intent, call.toolName, call.tool, call.input, touched, runs]));
}

/** What a quick intent has used of its few files and lines, calls that have not ended yet included. */
async function spentBy(workspace: Workspace, intent: string): Promise<Spent> {
  const noted = await workspace.state.readSpent(intent);
  const { files, lines } = (await isForgotten(workspace, intent, noted)) ? allSpent : noted;
  const pending = (await workspace.sessions.listPending()).filter((call) => call.intent === intent);
  return { files: [...new Set([...files, ...pending.flatMap((call) => call.files.map(({ path }) => path))])], lines };
}

/** Where changes are on record and no use is noted, the note was deleted: the limits count as used up. */
async function isForgotten({ traces }: Workspace, intent: string, { files, lines }: Spent): Promise<boolean> {
  return files.length === 0 && lines === 0 && (await traces.last(1, { intent })).length > 0;
}

/** What a person said to this session's questions, and what still counts. */
async function answersTo(workspace: Workspace, session: string, now: string): Promise<Ticket[]> {
  const tickets = await workspace.tickets.list();
  const isAnswered = ({ status }: Ticket): boolean => status === "approved" || status === "rejected";
  return tickets.filter((ticket) => isAnswered(ticket) && ticket.session === session && ticket.expiresAt > now);
}

/** Reads everything the policies may know about a call. */
export async function gather(workspace: Workspace, event: Event, invocationId: string): Promise<Prepared> {
  const now = workspace.ports.now();
  const { config } = await workspace.readConfig();
  let call = await callOf(event, config, workspace.root, invocationId);
  const [session, intents, ignore, pause] = await Promise.all([
    readSession(workspace, event.session, now),
    readIntents(workspace),
    workspace.intents.readIgnore(),
    workspace.state.readPause(),
  ]);
  // The MCP server stands at the root, wherever its agent does.
  const look = identities(workspace, isServed(call) ? workspace.root : event.cwd, config);
  const files: Record<string, FileFact> = Object.create(null);
  for (const given of touchedPaths(call.effects)) {
    const fact = await look(given);
    // A file may be called `constructor`.
    const seen = Object.hasOwn(session.reads, fact.path) ? session.reads[fact.path] : undefined;
    files[given] = withMemory(workspace.root, fact, seen);
  }
  if (call.effects.some(({ within }) => within === true)) {
    (await import("./holdings.ts")).addHoldings(workspace, call.effects, files, config);
  }
  if (call.effects.some(({ carries }) => carries !== undefined)) {
    (await import("./carried-links.ts")).markCarriedLinks(workspace.root, call.effects, files);
  }
  if (call.effects.some(({ output }) => output === true)) {
    const { markOutputs, withoutGuesses } = await import("./outputs.ts");
    call = withoutGuesses(call, files);
    await markOutputs(workspace.root, call.effects, files);
  }
  // What is known of one name may show that another leads on.
  for (let known = -1, now = Object.keys(files).length; known !== now; now = Object.keys(files).length) {
    known = now;
    for (const { path } of throughs(call.effects, files, call.command?.programs))
      if (path !== null) files[path] ??= await look(path);
  }
  const active = intents.state === "ok" ? intents.intents.find((intent) => intent.id === session.intent) : undefined;
  const isAskable = !isSafe(call, config) || call.expansion !== undefined;
  // What stands behind a command or an unknown tool is read only where a person may be asked about one.
  const standsFor = isAskable && (call.kind === "command" || call.kind === "opaque");
  const behind = standsFor
    ? await (await import("./behind.ts")).readBehind(workspace, { event, call, session, files, look, now })
    : null;
  let binding: string | undefined;
  const approvals = isAskable ? await answersTo(workspace, session.id, now) : [];
  const spent = active?.quick === undefined ? undefined : await spentBy(workspace, active.id);
  return {
    event,
    call,
    config,
    ...(behind === null ? {} : { runs: behind.runs, depends: behind.depends }),
    facts: {
      root: workspace.root,
      now,
      config,
      session,
      intents,
      ignore,
      files,
      // Worked out when somebody asks: most calls are never asked about.
      get binding() {
        binding ??= isAskable ? bindingOf(workspace.root, event, session, call, files, behind?.bound ?? []) : "";
        return binding;
      },
      ...behind?.facts,
      approvals,
      pause: pause !== null && pause.until > now ? pause : null,
      ...(spent === undefined ? {} : { spent }),
    } satisfies Facts,
  };
}
