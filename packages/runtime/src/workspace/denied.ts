import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Call, Config, DecisionRecord, DeniedCall, Event, FileFact, Session } from "@writ/contracts";
import { visibleLine } from "@writ/engine";
import { sha256 } from "../hash.ts";
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
export type Disobeyed = Required<Pick<DecisionRecord, "invocation_id" | "code" | "paths" | "contents" | "since">> &
  Pick<DecisionRecord, "lines">;

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
  const lines = await linesSince(workspace.root, denied, paths);
  return { invocation_id: invocationId, code, paths, contents: Object.fromEntries(contents), ...lines, since: at };
}

/** How the lines of files look that came and went since the refusal, as far as git has what they held then. */
async function linesSince(
  root: string,
  { files }: DeniedCall,
  paths: readonly string[],
): Promise<Pick<DecisionRecord, "lines">> {
  const { linesBetween, textIn } = await import("../snapshot/strays/stray-lines.ts");
  const { bytesAt } = await import("../snapshot/look/copies.ts");
  const { runGit } = await import("../snapshot/git/run-git.ts");
  const { startClock } = await import("../snapshot/look/clock.ts");
  const clock = startClock();
  const texts: [path: string, before: string | null, after: string | null][] = [];
  for (const path of paths) {
    const was = files[path];
    const committed =
      was === "absent" ? null : await runGit(root, ["cat-file", "blob", `HEAD:./${path}`], clock).catch(() => null);
    const isKnown = committed !== null && sha256(committed) === was;
    const before = was === "absent" ? "" : isKnown ? textIn(committed) : null;
    texts.push([path, before, existsSync(join(root, path)) ? textIn(bytesAt(root, path, { kind: "file" })) : ""]);
  }
  return linesBetween(texts);
}

/** What a person hears of it. */
export const messageOfDisobeyed = (tool: string, { code, paths }: Disobeyed): string =>
  `${tool} was refused (${code}) and ran all the same: ${paths.map(visibleLine).join(", ")} changed. The agent does not do as its hooks say; writ check fails until a person agrees to the files.`;
