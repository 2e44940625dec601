import { join } from "node:path";
import type { Effect, FileFact, PendingCall, PendingFile, Verdict } from "@writ/contracts";
import { isSafe } from "@writ/engine";
import { largestCopy, readBytes } from "./files.ts";
import type { Prepared, Workspace } from "./types.ts";

const isFile = (fact: FileFact | undefined): fact is FileFact => fact !== undefined && fact.place === "workspace";

type Touched = { fact: FileFact; file: Omit<PendingFile, "copied" | "hash"> };

function pendingFiles({ call, facts }: Prepared): Touched[] {
  const files: Touched[] = [];
  for (const effect of call.effects) {
    if (effect.op === "exec" || effect.path === null) continue;
    const fact = facts.files[effect.path];
    if (!isFile(fact)) continue;
    const op =
      effect.op === "create" || effect.op === "modify" ? (fact.kind === "absent" ? "create" : "modify") : effect.op;
    const from = effect.from === undefined ? undefined : facts.files[effect.from];
    const more = {
      ...(isFile(from) ? { from: from.path } : {}),
      ...(mayFill(effect, fact) ? { fills: true as const } : {}),
    };
    files.push({ fact, file: { path: fact.path, op, ...more } });
  }
  return files;
}

/** Whether it may put files there that it does not name: into a folder, or by copying or moving one to where none is. */
const mayFill = ({ op, within, carries, output }: Effect, { kind }: FileFact): boolean =>
  op !== "delete" &&
  output !== true &&
  (within === true || (kind === "absent" && (carries !== undefined || op === "rename")));

/** A call that is announced twice began with the first time; one whose person was asked had not begun yet. */
async function firstLook({ sessions }: Workspace, { call, event }: Prepared): Promise<PendingCall["snapshot"]> {
  if (event.request?.callId == null) return undefined;
  const calls = await sessions.listPending();
  const known = calls.find(({ session, callId }) => session === event.session.id && callId === call.callId);
  return known?.asked === undefined ? known?.snapshot : undefined;
}

/**
 * Whether it names what has no safe reading. Where nothing is refused, in a pause or in `observe` mode, the tool reads it
 * all the same, and only the work tree tells how.
 */
const isUnread = ({ call, facts }: Prepared): boolean =>
  call.invalid !== undefined ||
  call.effects.some(({ path, from }) =>
    [path, from].some((given) => given != null && facts.files[given]?.place === "refused"),
  );

/** A command, or a tool nobody knows, may change more than it names: the whole work tree is looked at, now and afterwards. */
async function lookAround(workspace: Workspace, prepared: Prepared): Promise<Pick<PendingCall, "snapshot">> {
  const { call, config } = prepared;
  const namesAll = call.kind !== "command" && call.kind !== "opaque" && !isUnread(prepared);
  if (namesAll || isSafe(call, config)) return {};
  const first = await firstLook(workspace, prepared);
  if (first !== undefined) return { snapshot: first };
  const { lookBefore } = await import("../snapshot/before.ts");
  const snapshot = await lookBefore(workspace, prepared);
  return snapshot === undefined ? {} : { snapshot };
}

/** Keeps what `after` will need: the files as they are now, and what was decided. */
export async function keepPending(
  workspace: Workspace,
  prepared: Prepared,
  verdict: Verdict,
  { would, asked }: { would?: Verdict | undefined; asked?: string } = {},
): Promise<void> {
  const { call, facts, event } = prepared;
  const ledgerEnd = await workspace.traces.end();
  const around = await lookAround(workspace, prepared);
  const copies: Record<string, Uint8Array> = Object.create(null);
  const files: PendingFile[] = [];
  for (const { fact, file } of pendingFiles(prepared)) {
    const before = readBytes(join(workspace.root, file.from ?? file.path));
    const copied = before !== null && before.byteLength <= largestCopy;
    if (copied) copies[file.path] = before;
    files.push({ ...file, copied, ...(copied ? {} : { hash: fact.hash }) });
  }
  const mayMark = files.some(({ fills }) => fills) || (facts.session.filled ?? []).length > 0;
  const ticket = verdict.kind === "pass" ? (verdict.ticket ?? verdict.grant) : undefined;
  const refusal = would?.kind === "deny" || would?.kind === "ask" ? would : undefined;
  await workspace.sessions.putPending(
    {
      callId: call.callId,
      invocationId: call.id,
      session: event.session.id,
      tool: call.tool,
      toolName: call.toolName,
      intent: facts.session.intent,
      at: facts.now,
      ledgerEnd,
      files,
      ...(mayMark ? { began: Date.now() } : {}),
      ...around,
      ...(ticket === undefined ? {} : { ticket }),
      ...(asked === undefined ? {} : { asked }),
      ...(refusal === undefined ? {} : { would: { verdict: refusal.kind, code: refusal.problem.code } }),
    },
    copies,
  );
}
