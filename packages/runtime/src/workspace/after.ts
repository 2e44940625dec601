import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Aftermath, Call, ChangedFile, Config, Event, Piece, Session, Write } from "@writ/contracts";
import { defaultConfig, ProblemError } from "@writ/contracts";
import { isSafe, record } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { objectFormat, withObjectIds } from "../lineage/object-ids.ts";
import type { lookAfter } from "../snapshot/after.ts";
import type { Unmatched } from "../snapshot/unmatched.ts";
import type { Recorded } from "../writ.ts";
import { apply } from "./apply.ts";
import { callOf, isHarmless } from "./call.ts";
import { changesOf, racedPaths } from "./changes.ts";
import { toldOfProblem, withConfigThen } from "./config-then.ts";
import { type Disobeyed, disobeyedBy, messageOfDisobeyed } from "./denied.ts";
import { dropNote, type Taken, takeEnding } from "./ending.ts";
import { observe, readBytes } from "./files.ts";
import { freshSession, readSession } from "./gather.ts";
import { headOf } from "./head.ts";
import { identities } from "./identities.ts";
import { noteChanges } from "./known.ts";
import { modelIn } from "./model.ts";
import { answerTicket } from "./question.ts";
import type { Workspace } from "./types.ts";

/** How many finished call ids a session remembers, so that an event that comes twice is recorded once. */
const rememberedCalls = 64;

const nothing: Recorded = { trace: null, unmatched: false, raced: [] };

/** Whether this call was recorded already; if not, it is from now on. */
async function isRepeat(workspace: Workspace, event: Event, callId: string): Promise<boolean> {
  let repeat = false;
  const now = workspace.ports.now();
  await workspace.sessions.update(
    event.session.id,
    () => freshSession(event.session, now),
    (session) => {
      const done = session.done ?? [];
      repeat = done.includes(callId);
      return repeat
        ? session
        : { ...session, seenAt: now, refusals: [], done: [...done, callId].slice(-rememberedCalls) };
    },
  );
  return repeat;
}

/** What a reading tool or command saw is remembered, so that a later write can be told from a stale one (R75). */
async function rememberReads(
  workspace: Workspace,
  event: Event,
  config: Config,
  { kind, reads = [] }: Call,
): Promise<void> {
  const look = identities(workspace, event.cwd, config);
  const writes: Write[] = [];
  for (const given of reads) {
    const fact = await look(given);
    if (fact.place !== "workspace" || fact.kind === "directory" || fact.kind === "special") continue;
    // Not every word of a command is a file.
    if (kind === "command" && fact.kind === "absent") continue;
    writes.push({ kind: "observe", path: fact.path, observation: { hash: fact.hash } });
  }
  await apply(workspace, event.session, writes);
}

async function unmatched(
  workspace: Workspace,
  event: Event,
  { tool, toolName }: Call,
  intent: string | null,
  disobeyed: Disobeyed | null,
): Promise<Recorded> {
  const { agent, id: session } = event.session;
  const id = workspace.ports.id();
  const timestamp = workspace.ports.now();
  const decision = "unmatched" as const;
  await workspace.decisions.append({
    id,
    timestamp,
    decision,
    agent,
    session,
    intent,
    tool,
    tool_name: toolName,
    ...(disobeyed !== null && { ...disobeyed, reason: "refused" }),
    metadata: {},
  });
  return { ...nothing, unmatched: true };
}

/** The ledger knows the session, and Writ's own notes do not: somebody took them away. */
async function isStateGone({ sessions, decisions }: Workspace, id: string): Promise<boolean> {
  return (await sessions.read(id)) === null && (await decisions.last(1, { session: id })).length > 0;
}

/** What a call that nobody saw begin may have changed. A look that fails is on record already as unmatched. */
async function lookBack(workspace: Workspace, unknown: Unmatched): Promise<Pick<Recorded, "context" | "messages">> {
  const { call, config } = unknown;
  const isOpen = (call.kind === "command" || call.kind === "opaque") && !isSafe(call, config);
  if (!isOpen || !existsSync(workspace.paths.dir)) return {};
  const { lookAtUnmatched } = await import("../snapshot/unmatched.ts");
  const { context, messages } = await lookAtUnmatched(workspace, unknown).catch(() => ({ context: "", messages: [] }));
  return { ...(context === "" ? {} : { context }), ...(messages.length === 0 ? {} : { messages }) };
}

/** The files such a call named may be its work, or somebody else's. */
async function keepNamed(
  workspace: Workspace,
  event: Event,
  call: Call,
  config: Config,
  disobeyed: Disobeyed | null,
): Promise<void> {
  if (call.kind === "command" || call.kind === "opaque") return;
  const { driftIn } = await import("./lost-changes.ts");
  const drift = await driftIn(workspace, event, call, config, disobeyed?.lines && { lines: disobeyed.lines });
  if (drift !== null) await workspace.decisions.append(drift);
}

/** What the session's own changes left in the files, so that its next write is not stale (R77). */
async function ownObservations(workspace: Workspace, paths: readonly string[]): Promise<Write[]> {
  return Promise.all(
    paths.map(
      async (path): Promise<Write> => ({
        kind: "observe",
        path,
        observation: observe(workspace.root, path, true),
      }),
    ),
  );
}

/** After a tool ran or failed: what changed is written down. */
export async function after(workspace: Workspace, event: Event): Promise<Recorded> {
  try {
    return await recordWithConfig(workspace, event);
  } catch (error) {
    // Until a person mends the sidecar every change is refused, and reading need not hear of it each time.
    const isClosed = error instanceof ProblemError && error.problem.code.startsWith("SIDECAR_");
    if (isClosed && isHarmless(await plainCall(workspace, event))) return nothing;
    throw error;
  }
}

/** The call, read without a config: what it is, and its id. */
const plainCall = (workspace: Workspace, event: Event): Promise<Call> =>
  callOf(event, defaultConfig, workspace.root, workspace.ports.id());

/** Where the call left a config that cannot be used, it is looked at all the same, and then that is said. */
async function recordWithConfig(given: Workspace, event: Event): Promise<Recorded> {
  const { workspace, problem } = await withConfigThen(given, async () => {
    const { callId } = await plainCall(given, event);
    const calls = await given.sessions.listPending();
    return calls.find((call) => call.session === event.session.id && call.callId === callId);
  });
  if (problem === null) return recordCall(workspace, event);
  if (isHarmless(await plainCall(given, event))) return nothing;
  const recorded = await recordCall(workspace, event);
  const said = toldOfProblem(problem);
  const context = recorded.context === undefined ? said : `${recorded.context}\n${said}`;
  return { ...recorded, context, messages: [...(recorded.messages ?? []), said] };
}

async function recordCall(workspace: Workspace, event: Event): Promise<Recorded> {
  const { config } = await workspace.readConfig();
  const call = await callOf(event, config, workspace.root, workspace.ports.id());
  const status = event.outcome?.status ?? (event.name === "tool.failed" ? "failed" : "ok");
  if (call.kind === "handshake") return nothing;
  if (isHarmless(call)) {
    if (status !== "blocked") await rememberReads(workspace, event, config, call);
    return nothing;
  }
  const taken = await takeEnding(workspace, event.session.id, call.callId);
  const session = await readSession(workspace, event.session, workspace.ports.now());
  if (taken === null) {
    const isGone = await isStateGone(workspace, session.id);
    if (status === "blocked" || (await isRepeat(workspace, event, call.callId))) return nothing;
    const disobeyed = await disobeyedBy(workspace, { event, call, session, config });
    const unknown = await unmatched(workspace, event, call, session.intent, disobeyed);
    await keepNamed(workspace, event, call, config, disobeyed);
    const back = await lookBack(workspace, { event, call, session, config, isGone });
    if (disobeyed === null) return { ...unknown, ...back };
    const messages = [messageOfDisobeyed(call.tool, disobeyed), ...(back.messages ?? [])];
    return { ...unknown, ...back, messages };
  }
  const recorded = await recordEnd(workspace, event, { call, status, config, session, taken });
  await dropNote(workspace, taken);
  return recorded;
}

/** A failed call claims no lines (R95), but what it changed before it failed is on record. */
function changedDespiteFailure(
  { ports }: Workspace,
  { session }: Event,
  { intent, tool, toolName, invocationId, at }: Taken["call"],
  found: readonly ChangedFile[],
): Write {
  return {
    kind: "decision",
    record: {
      id: ports.id(),
      timestamp: ports.now(),
      decision: "failed",
      agent: session.agent,
      session: session.id,
      intent,
      tool,
      tool_name: toolName,
      invocation_id: invocationId,
      paths: found.map((file) => file.path),
      since: at,
      reason: "changed-before-it-failed",
      metadata: {},
    },
  };
}

/** The agent asked its person. It then ran the call: the person agreed; it says that it did not: they declined. */
async function answered(workspace: Workspace, ticket: string, approved: boolean): Promise<void> {
  const waiting = await workspace.tickets.read(ticket);
  if (waiting?.status === "open")
    await answerTicket(workspace, ticket, { approved, by: "person at the agent", assurance: "native" });
  // One that was approved at a terminal meanwhile is used up by this run too.
  if (approved) await workspace.tickets.use(ticket, workspace.ports.now());
}

/** What a call that may change more than it names really changed. One that did not run changed nothing. */
async function lookAround(
  workspace: Workspace,
  status: string,
  ended: Parameters<typeof lookAfter>[1],
): Promise<Awaited<ReturnType<typeof lookAfter>> | null> {
  if (ended.pending.snapshot === undefined) return null;
  const { dropLook, lookAfter: look } = await import("../snapshot/after.ts");
  if (status !== "blocked") return look(workspace, ended);
  await dropLook(workspace, ended.pending);
  return null;
}

/** Whether something a command left running may have changed these files since Writ last knew them. */
async function isUnwatched(workspace: Workspace, changed: readonly ChangedFile[]): Promise<boolean> {
  const isForeign = ({ path, from, before }: ChangedFile) =>
    before !== null && workspace.lines.read(from ?? path)?.version !== before.hash;
  return changed.some(isForeign) && (await (await import("../snapshot/strays/background.ts")).hasJobs(workspace));
}

/** Pieces that can still be met: what was cut from a file that somebody else changed since may be back in it. */
function piecesThere({ root, lines }: Workspace, changed: readonly ChangedFile[]): Piece[] {
  const mine = new Set(changed.map((file) => file.path));
  return lines.readPieces().filter(({ op, path }) => {
    const file = join(root, path);
    if (op === "paste") return existsSync(file);
    // Whether it is back in a file that this call changed is seen there.
    if (mine.has(path)) return true;
    const bytes = readBytes(file);
    return (bytes === null ? null : sha256(bytes)) === (lines.read(path)?.version ?? null);
  });
}

/** What happened between the beginning and the end of a call. */
async function recordEnd(
  workspace: Workspace,
  event: Event,
  ended: { call: Call; status: string; config: Config; session: Session; taken: Taken },
): Promise<Recorded> {
  const { call, status, config, session } = ended;
  const { call: pending, copies } = ended.taken;
  if (pending.asked !== undefined) await answered(workspace, pending.asked, status !== "blocked");
  const named = await changesOf(workspace, pending, copies);
  const read = await workspace.intents.read();
  const looked = await lookAround(workspace, status, { event, call, pending, session, config, intents: read, named });
  const found = [...named, ...(looked?.claimed ?? [])];
  const isDone = status === "ok" || status === "unknown";
  const format = objectFormat(workspace.root);
  const mine = isDone ? found.map((file) => withObjectIds(file, format)) : [];
  const changed = looked === null ? mine : await looked.withEarlier(mine);
  const { classifyChanges } = await import("../mutation/classify.ts");
  const [raced, { revision }, classified] = await Promise.all([
    racedPaths(workspace, call, pending, changed),
    headOf(workspace),
    classifyChanges(changed, workspace.ports.isBrief),
  ]);
  const model = event.session.model ?? (event.transcript === undefined ? undefined : modelIn(event.transcript));
  const aftermath: Aftermath = {
    call: { ...call, id: pending.invocationId },
    event: model === undefined ? event : { ...event, session: { ...event.session, model } },
    facts: {
      config,
      intents: read.state === "invalid" ? { state: "invalid", file: read.file, reason: read.reason } : read,
      session,
      now: workspace.ports.now(),
    },
    intent: pending.intent,
    pending,
    changed,
    raced,
    revision,
    revisionBefore: looked?.head ?? null,
    mutationClass: classified.class,
    fileClasses: classified.files,
    known: workspace.lines.read,
    unwatched: await isUnwatched(workspace, changed),
    pieces: piecesThere(workspace, changed),
    hash: sha256,
    id: workspace.ports.id,
  };
  const begun: Write[] =
    pending.intent === null ? [] : [{ kind: "history", intent: pending.intent, entry: `PRE_HOOK ${pending.toolName}` }];
  const despite = isDone || found.length === 0 ? [] : [changedDespiteFailure(workspace, event, pending, found)];
  const writes = [...begun, ...record(aftermath), ...despite, ...(looked?.writes ?? [])];
  const own = await ownObservations(
    workspace,
    found.flatMap((file) => (file.from === undefined ? [file.path] : [file.path, file.from])),
  );
  const trace = await apply(workspace, event.session, [...writes.filter((write) => write.kind !== "observe"), ...own]);
  await noteChanges(workspace, session, found, looked?.writes ?? []);
  if (pending.began !== undefined && status !== "blocked")
    await (await import("./filled.ts")).noteFilled(workspace, session, pending);
  await isRepeat(workspace, event, call.callId);
  // What is only kept to be quicker, or would be thrown away anyway, must not turn a recorded call into a fault.
  await looked?.finish().catch(() => {});
  return {
    trace,
    unmatched: false,
    raced,
    ...(looked === null || looked.context === "" ? {} : { context: looked.context }),
    ...(looked === null || looked.messages.length === 0 ? {} : { messages: looked.messages }),
  };
}
