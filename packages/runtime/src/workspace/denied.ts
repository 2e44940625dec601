import { join } from "node:path";
import type { Call, Config, DecisionRecord, DeniedCall, Event, FileFact, Session } from "@writ/contracts";
import { visibleLine } from "@writ/engine";
import { identities } from "./identities.ts";
import type { Prepared, Workspace } from "./types.ts";

/** How many refused calls a session remembers, and how many files of each: their ends come at once, or never. */
const most = 16;

/** What of a file tells that it is another than before. */
const stateOf = ({ kind, hash }: FileFact): string => hash ?? kind;

/** The refused calls of a session, with this one. */
export function withDenied({ denied = [] }: Session, { call, facts }: Prepared, code: string): DeniedCall[] {
  const inside = Object.values(facts.files).filter(({ place }) => place === "workspace");
  const files = Object.fromEntries(inside.slice(0, most).map((file) => [file.path, stateOf(file)]));
  const others = denied.filter(({ callId }) => callId !== call.callId);
  return [...others, { callId: call.callId, invocationId: call.id, code, at: facts.now, files }].slice(-most);
}

/** What the record of a refused call that ran says beside that nobody saw it begin. */
export type Disobeyed = Required<Pick<DecisionRecord, "invocation_id" | "code" | "paths" | "contents" | "since">>;

/**
 * Whether a call that just ended had been refused, and ran all the same: some agents tell of the end of calls they did
 * not run, so only what is different since the refusal says so.
 */
export async function disobeyedBy(
  workspace: Workspace,
  { event, call, session, config }: { event: Event; call: Call; session: Session; config: Config },
): Promise<Disobeyed | null> {
  const denied = session.denied?.find(({ callId }) => callId === call.callId);
  if (denied === undefined) return null;
  const look = identities(workspace, event.cwd, config);
  const paths: string[] = [];
  // A file may be called `__proto__`.
  const contents = new Map<string, string>();
  for (const [path, was] of Object.entries(denied.files)) {
    const now = await look(join(workspace.root, path));
    if (stateOf(now) === was) continue;
    paths.push(path);
    if (now.hash !== null) contents.set(path, now.hash);
  }
  if (paths.length === 0) return null;
  const { invocationId, code, at } = denied;
  return { invocation_id: invocationId, code, paths, contents: Object.fromEntries(contents), since: at };
}

/** What a person hears of it. */
export const messageOfDisobeyed = (tool: string, { code, paths }: Disobeyed): string =>
  `${tool} was refused (${code}) and ran all the same: ${paths.map(visibleLine).join(", ")} changed. The agent does not do as its hooks say; writ check fails until a person agrees to the files.`;
