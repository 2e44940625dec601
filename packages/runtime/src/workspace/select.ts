import type { Intent, IntentsFact, Session, SessionRef } from "@writ/contracts";
import { ProblemError } from "@writ/contracts";
import { type Background, dependenciesOf, findIntent, intentProblem, toIntentJson, toIntentXml } from "@writ/engine";
import type { Selection } from "../writ.ts";
import { freshSession } from "./gather.ts";
import type { Workspace } from "./types.ts";

/** How many of an intent's last changes its context shows (R60). */
const recentTraces = 5;

/** Writes the history kept per call into the tracked file; best effort, since the ledger has it too. */
export async function flushHistory(workspace: Workspace, intent: string): Promise<void> {
  const history = await workspace.state.readHistory(intent);
  if (history.length > 0) await workspace.intents.flushHistory(intent, history);
}

/** What happened under an intent lately: its last changes and its history. */
export async function backgroundOf(workspace: Workspace, intent: Intent): Promise<Background> {
  const traces = (await workspace.traces.last(recentTraces, { intent: intent.id })).map((entry) => entry.record);
  const history = await workspace.state.readHistory(intent.id);
  const read = intent.dependsOn === undefined ? null : await workspace.intents.read();
  const dependencies = read?.state === "ok" ? dependenciesOf(intent, read.intents) : [];
  return { traces, ...(history.length > 0 && { history }), ...(dependencies.length > 0 && { dependencies }) };
}

/** Binds an intent to a session (R46-R56). */
export async function select(
  workspace: Workspace,
  ref: SessionRef,
  id: string,
  by: NonNullable<Session["selectedBy"]>,
): Promise<Selection> {
  const now = workspace.ports.now();
  const read = await workspace.intents.read();
  const fact: IntentsFact =
    read.state === "invalid" ? { state: "invalid", file: read.file, reason: read.reason } : read;
  const { root } = workspace;
  const refusal = intentProblem(id, { root, now, intents: fact, ignore: await workspace.intents.readIgnore() });
  if (refusal !== null) throw new ProblemError(refusal);
  // First on record, then in force.
  await workspace.decisions.append({
    id: workspace.ports.id(),
    timestamp: now,
    decision: "selected",
    agent: ref.agent,
    session: ref.id,
    intent: id,
    reason: by,
    metadata: {},
  });
  let earlier: string | null = null;
  await workspace.sessions.update(
    ref.id,
    () => freshSession(ref, now),
    (session) => {
      earlier = session.intent;
      return { ...session, intent: id, selectedBy: by, selectedAt: now, seenAt: now, refusals: [] };
    },
  );
  if (earlier !== null && earlier !== id) await flushHistory(workspace, earlier);
  const found = findIntent(id, { intents: fact });
  const intent = found?.status === "PENDING" ? await workspace.intents.setStatus(id, "IN_PROGRESS") : found;
  if (intent === null) throw new Error(`intent ${id} vanished while it was selected`);
  await flushHistory(workspace, id);
  const background = await backgroundOf(workspace, intent);
  return { intent, xml: toIntentXml(intent, background), json: toIntentJson(intent, background) };
}
