import { join } from "node:path";
import type { ChangedFile, Session, SessionRef, Write } from "@writ/contracts";
import { definitions, isDefinition, partsIn } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { readBytes } from "./files.ts";
import { foldersFrom } from "./folders.ts";
import { freshSession } from "./gather.ts";
import type { Prepared, Workspace } from "./types.ts";

/*
 * A runner is asked about when this session changed what defines it. So what defines runners is noted as it was before
 * the session changed it: at its first command, before an edit of such a file, and when a command is found to have
 * changed one. What a person let run is noted in the same place.
 */

type Digests = Readonly<Record<string, string>>;

const names: readonly string[] = [...new Set(definitions.flatMap(({ files }) => files))];
const wholeNames = names.filter((name) => !name.includes("*"));

/** Digests of a definition's parts, by name. */
function digestsOf(path: string, text: string): Digests {
  const found: Record<string, string> = {};
  for (const { files, part } of definitions) {
    if (!isDefinition(path, files)) continue;
    for (const [name, value] of Object.entries(partsIn(text, part)))
      found[name === "" ? path : `${path}#${name}`] = sha256(value);
  }
  return found;
}

/** Whether what a file said before this session changed it is noted already, or can no longer be told. */
function isSettled({ known = {}, reads, strayed = [] }: Session, path: string): boolean {
  const seen = Object.hasOwn(reads, path) ? reads[path] : undefined;
  if (seen?.own === true || seen?.wrote === true || strayed.includes(path)) return true;
  return Object.keys(known).some((name) => name === path || name.startsWith(`${path}#`));
}

/** What another session wrote was not so before this one: a new session does not take it for given. */
async function untouched(workspace: Workspace, session: Session, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { own, others } = await (await import("./written.ts")).writtenAround(workspace, session);
  return paths.filter((path) => !own.has(path) && !others.has(path));
}

/** Notes what defines runners before the call can change it. */
export async function noteRunners(workspace: Workspace, { call, facts, event }: Prepared): Promise<void> {
  const { session } = facts;
  const isFirst = session.known === undefined && call.kind !== "changes";
  const around = isFirst
    ? foldersFrom(workspace.root, event.cwd).flatMap((folder) => wholeNames.map((name) => folder + name))
    : [];
  const touched = Object.values(facts.files).map(({ path }) => path);
  const fresh = [...touched.filter((path) => isDefinition(path, names)), ...around];
  const digests: Record<string, string> = {};
  const open = fresh.filter((one) => !isSettled(session, one));
  for (const path of new Set(await untouched(workspace, session, open))) {
    const bytes = readBytes(join(workspace.root, path));
    if (bytes !== null) Object.assign(digests, digestsOf(path, new TextDecoder().decode(bytes)));
  }
  if (isFirst || Object.keys(digests).length > 0) await note(workspace, event.session, { digests });
}

/** What a person let run is not asked about again while it stays the same. */
export async function settleRuns(workspace: Workspace, session: SessionRef, ticket: string): Promise<void> {
  const { ran } = (await workspace.tickets.read(ticket)) ?? {};
  if (ran !== undefined) await note(workspace, session, { digests: ran });
}

/**
 * Notes what a call is found to have changed: what such files said before, and what it changed out of scope, which is
 * this session's doing too and is not run unseen. `session` is as it was before the call's own changes were noted.
 */
export async function noteChanges(
  workspace: Workspace,
  session: Session,
  found: readonly ChangedFile[],
  writes: readonly Write[],
): Promise<void> {
  const digests: Record<string, string> = {};
  const open = found.map(({ path }) => path).filter((path) => isDefinition(path, names) && !isSettled(session, path));
  const noted = await untouched(workspace, session, open);
  for (const { path, before } of found) {
    const text = before?.text ?? null;
    if (text !== null && noted.includes(path)) Object.assign(digests, digestsOf(path, text));
  }
  const strayed = writes.flatMap((write) => {
    if (write.kind !== "decision") return [];
    const { decision, reason, paths = [] } = write.record;
    return decision === "strayed" || (decision === "drifted" && isOurs.test(reason ?? "")) ? paths : [];
  });
  if (strayed.length > 0 || Object.keys(digests).length > 0) await note(workspace, session, { digests, strayed });
}

/** Changes of nobody known, while this session's call or what it left was running. */
const isOurs = /^(concurrent|background)$/;

/** So many strays a session remembers, the newest. */
const mostStrays = 500;

async function note(
  workspace: Workspace,
  ref: SessionRef,
  { digests, strayed = [] }: { digests: Digests; strayed?: readonly string[] },
): Promise<void> {
  const now = workspace.ports.now();
  await workspace.sessions.update(
    ref.id,
    () => freshSession(ref, now),
    (stored): Session => ({
      ...stored,
      known: { ...stored.known, ...digests },
      ...(strayed.length === 0
        ? {}
        : { strayed: [...new Set([...(stored.strayed ?? []), ...strayed])].slice(-mostStrays) }),
    }),
  );
}
