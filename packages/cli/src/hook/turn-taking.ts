import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import type { Event } from "@writ/contracts";
import { isSidecarGone, sha256, userStateFolder } from "@writ/runtime";

/** Whether a hook stands in the settings of a repository, or in those of a user. */
export type Level = "project" | "user";

/** How long a claim waits for the other hook of the same event: no agent waits longer for a hook. */
const longestMs = 30_000;

/** Exists for each agent that `writ init --user` connected. */
export const connectedMark = (agent: string, home?: string): string => join(userStateFolder(home), "agents", agent);

/** The level that a hook names; a variable that an agent was started with makes all of its hooks alike, and none silent. */
export const levelOf = (marks: Readonly<Record<string, string>> = {}): Level =>
  marks.WRIT_HOOK_LEVEL === "user" ? "user" : "project";

/**
 * Whether this hook is to answer. An agent that is connected in the settings of a repository and of its user runs two
 * hooks for one event. The first leaves a claim and answers; the second takes the claim and is silent. Each claim
 * silences one hook of the other level, so nothing is left unjudged where only one of the two runs.
 */
export function takesTurn(root: string, event: Event, level: Level, home?: string): boolean {
  if (isSidecarGone(root)) return true;
  if (level === "project" && !existsSync(connectedMark(event.session.agent, home))) return true;
  const folder = join(root, ".orchestration", ".state", "turns");
  try {
    // Never the folder above: a state that Writ did not make itself is rejected.
    if (!existsSync(folder)) mkdirSync(folder);
    if (event.name === "turn.end" || event.name === "session.end") sweep(folder);
    return claim(join(folder, keyOf(event)), level);
  } catch {
    // In doubt a call is judged twice, never not at all.
    return true;
  }
}

/** The same for both hooks of an event, and for no other event that could come meanwhile. */
function keyOf({ name, session, request, outcome, prompt }: Event): string {
  const { id, agent } = session;
  const what = request?.callId ?? [request?.tool, request?.input, outcome?.status, prompt];
  return sha256(JSON.stringify([name, agent, id, what])).replace(/\W/g, "-");
}

/** A link is made with its content in one step, and only where none is. */
function claim(file: string, level: Level): boolean {
  try {
    symlinkSync(level, file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) return true;
  }
  // Only one process can move it away.
  const own = `${file}.${process.pid}.${process.hrtime.bigint()}`;
  renameSync(file, own);
  const isFresh = Date.now() - lstatSync(own).mtimeMs < longestMs;
  const other = readlinkSync(own);
  unlinkSync(own);
  if (isFresh && other !== level) return false;
  symlinkSync(level, file);
  return true;
}

/** Claims that nobody took: of sessions in which only one of the two hooks runs. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > longestMs) rmSync(file, { force: true });
  }
}
