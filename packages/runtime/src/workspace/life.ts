import type { Event, Intent } from "@writ/contracts";
import { problem } from "@writ/contracts";
import { findIntent, intentProblem, promptSection as section } from "@writ/engine";
import { toldOfProblem, withConfigThen } from "./config-then.ts";
import { freshSession, readSession } from "./gather.ts";
import { headOf } from "./head.ts";
import { endPending } from "./lost-calls.ts";
import { backgroundOf, flushHistory, select } from "./select.ts";
import type { Workspace } from "./types.ts";

/** A pending call older than this has lost its post event (design 1). */
const pendingMinutes = 10;

/** The intent a branch is named after: `INT-042-fix-login`, `feature/INT-042`, `int-042_x`. */
export function intentOfBranch(branch: string, intents: readonly Intent[]): Intent | null {
  const segments = branch.toLowerCase().split("/");
  const named = (id: string) =>
    segments.some((segment) => segment === id || (segment.startsWith(id) && /^[-_.]/.test(segment.slice(id.length))));
  const found = intents.filter((intent) => named(intent.id.toLowerCase()));
  // The longest id wins: INT-42 must not take the branch of INT-42-b.
  return found.sort((a, b) => b.id.length - a.id.length)[0] ?? null;
}

/** What the model is told: the protocol, the intents, the active one (R59). */
export async function promptSection(workspace: Workspace, sessionId: string | null): Promise<string> {
  const read = await workspace.intents.read();
  if (read.state !== "ok") return "";
  const session = sessionId === null ? null : await workspace.sessions.read(sessionId);
  const active = findIntent(session?.intent ?? null, { intents: read });
  const background = active === null ? {} : await backgroundOf(workspace, active);
  const facts = {
    root: workspace.root,
    now: workspace.ports.now(),
    intents: read,
    ignore: await workspace.intents.readIgnore(),
  };
  const open = read.intents.filter((intent) => intentProblem(intent.id, facts) === null);
  return section({ intents: open, active, background });
}

/** Session start: binds the branch's or the parent's intent, and tells the model where it stands. */
export async function startSession(
  workspace: Workspace,
  event: Event,
): Promise<{ context: string; messages?: readonly string[] }> {
  return bindSession(workspace, event);
}

async function bindSession(workspace: Workspace, event: Event): Promise<{ context: string }> {
  const now = workspace.ports.now();
  const known = await readSession(workspace, event.session, now);
  await workspace.sessions.update(
    event.session.id,
    () => freshSession(event.session, now),
    (session) => ({ ...session, seenAt: now, intent: known.intent, expansions: known.expansions }),
  );
  const read = await workspace.intents.read();
  const { branch } = await headOf(workspace);
  if (known.intent === null && branch !== null && read.state === "ok") {
    const named = intentOfBranch(branch, read.intents);
    const facts = { root: workspace.root, now, intents: read, ignore: await workspace.intents.readIgnore() };
    if (named !== null && intentProblem(named.id, facts) === null)
      await select(workspace, event.session, named.id, "branch");
  }
  // The person hears of it now, not with the first refusal.
  if (read.state === "invalid")
    return { context: toldOfProblem(problem("SIDECAR_INVALID", { file: read.file, reason: read.reason })) };
  return { context: await promptSection(workspace, event.session.id) };
}

/** What a background job changed until now has no known author. */
export async function lookForDrift(workspace: Workspace, { session }: Event): Promise<void> {
  if (((await workspace.sessions.read(session.id))?.background ?? []).length === 0) return;
  const { lookForDriftNow } = await import("../snapshot/strays/drift.ts");
  await lookForDriftNow(workspace).catch(() => {});
}

/** Turn end: ends the session's pending calls, writes its history, and forgets the intent where the config says so. Gives what a person should hear. */
export async function endTurn(workspace: Workspace, event: Event): Promise<string[]> {
  const now = workspace.ports.now();
  const oldest = new Date(Date.parse(now) - pendingMinutes * 60_000).toISOString();
  const messages = await endPending(workspace, (call) => call.session === event.session.id || call.at < oldest);
  await lookForDrift(workspace, event);
  // What was found is told also where the config cannot be read.
  const { workspace: readable, problem: broken } = await withConfigThen(workspace, async () => undefined);
  if (broken !== null) return [...messages, toldOfProblem(broken)];
  const { config } = await readable.readConfig();
  if (config.reset !== "turn") return messages;
  const session = await workspace.sessions.read(event.session.id);
  if (session === null || session.intent === null) return messages;
  await flushHistory(workspace, session.intent);
  await workspace.sessions.update(
    event.session.id,
    () => session,
    (stored) => ({ ...stored, intent: null }),
  );
  return messages;
}

/** Session end: everything of the turn, and the history goes into the tracked file. */
export async function endSession(workspace: Workspace, event: Event): Promise<string[]> {
  const session = await workspace.sessions.read(event.session.id);
  const messages = await endTurn(workspace, event);
  if (session === null) return messages;
  if (session.intent !== null) await flushHistory(workspace, session.intent);
  const now = workspace.ports.now();
  await workspace.sessions.update(
    event.session.id,
    () => session,
    (stored) => ({ ...stored, endedAt: now }),
  );
  // What is long over makes room; the ledger keeps what happened.
  const { cleanState } = await import("../retention/clean-state.ts");
  await cleanState(workspace, now);
  return messages;
}
