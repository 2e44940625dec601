import { join } from "node:path";
import type { Call, ChangedFile, Config, DecisionRecord, Event, PendingCall, Unchained } from "@writ/contracts";
import { sha256 } from "../hash.ts";
import { changesOf } from "./changes.ts";
import { readBytes } from "./files.ts";
import { identities } from "./identities.ts";
import { recordedSince } from "./recorded-since.ts";
import type { Workspace } from "./types.ts";

/** A file that was traced more often since is not looked at further. */
const mostTraces = 50;

/** What is different since a call began in the files it named, unless the next call still met them as they had been. */
export async function changedSince(
  workspace: Workspace,
  call: PendingCall,
  copies: Readonly<Record<string, Uint8Array>>,
): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  for (const file of await changesOf(workspace, call, copies)) {
    const held = file.before?.hash ?? null;
    const next = (await recordedSince(workspace.traces, file.path, held, { most: mostTraces, since: call })).at(-1);
    const met = next?.metadata?.files?.[file.path]?.before;
    if (met === undefined || met !== held) changed.push(file);
  }
  return changed;
}

/** What nobody can say of whose it is: the call may have written it, or somebody else. `null` for nothing. */
export function driftOf(
  workspace: Workspace,
  { session, intent, tool, toolName, invocationId, at, snapshot }: PendingCall,
  changed: readonly ChangedFile[],
): Drift | null {
  // Of a call that may change anything the whole work tree was looked at.
  const isLooked = snapshot !== undefined && "id" in snapshot;
  if (isLooked || changed.length === 0) return null;
  const contents = changed.flatMap(({ path, after }) => (after === null ? [] : [[path, after.hash] as const]));
  return drifted(workspace, {
    agent: "unknown",
    session,
    intent,
    tool,
    tool_name: toolName,
    invocation_id: invocationId,
    paths: changed.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])),
    contents: Object.fromEntries(contents),
    since: at,
    reason: "no-post-event",
  });
}

/** The same of a call that nobody saw begin: how its files had been is not known. */
export async function driftIn(
  workspace: Workspace,
  { session: { id: session, agent }, cwd }: Event,
  { tool, toolName, id, effects }: Call,
  config: Config,
  /** How the lines look that came and went, where that is known. */
  known: Pick<DecisionRecord, "lines"> = {},
): Promise<Drift | null> {
  const look = identities(workspace, cwd, config);
  // A file may be called `__proto__`.
  const contents = new Map<string, string>();
  for (const given of effects.flatMap(({ op, path }) => (path === null || op === "exec" ? [] : [path]))) {
    const { place, path } = await look(given);
    const bytes = place === "workspace" ? readBytes(join(workspace.root, path)) : null;
    if (bytes !== null) contents.set(path, sha256(bytes));
  }
  if (contents.size === 0) return null;
  return drifted(workspace, {
    agent,
    session,
    intent: null,
    tool,
    tool_name: toolName,
    invocation_id: id,
    paths: [...contents.keys()],
    contents: Object.fromEntries(contents),
    ...known,
    since: workspace.ports.now(),
    reason: "no-pre-event",
  });
}

type Drift = Unchained<DecisionRecord>;

function drifted({ ports }: Workspace, about: Omit<Drift, "id" | "timestamp" | "decision" | "metadata">): Drift {
  return { id: ports.id(), timestamp: ports.now(), decision: "drifted", ...about, metadata: {} };
}
