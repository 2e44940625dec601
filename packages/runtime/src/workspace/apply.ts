import { join } from "node:path";
import type { Lesson, Observation, Session, SessionRef, TraceRecord, Write } from "@writ/contracts";
import { ProblemError } from "@writ/contracts";
import { addLesson, addToMap } from "@writ/engine";
import { freshSession } from "./gather.ts";
import { rewrite } from "./rewrite.ts";
import type { Workspace } from "./types.ts";

type OneOf<K extends Write["kind"]> = Extract<Write, { kind: K }>;

async function applyMap(workspace: Workspace, writes: readonly OneOf<"map">[]): Promise<void> {
  if (writes.length === 0) return;
  await rewrite(workspace, workspace.paths.map, (text) => writes.reduce((map, write) => addToMap(map, write), text));
}

/** Adds lessons to the shared brain; a person's own text in it stays as it is. */
export async function applyLessons(workspace: Workspace, lessons: readonly Lesson[]): Promise<void> {
  if (lessons.length === 0) return;
  const { config } = await workspace.readConfig();
  const brain = join(workspace.root, config.brain);
  await rewrite(workspace, brain, (text) => lessons.reduce((brainText, lesson) => addLesson(brainText, lesson), text));
}

async function applyHistory(workspace: Workspace, writes: readonly OneOf<"history">[]): Promise<void> {
  if (writes.length === 0) return;
  const { config } = await workspace.readConfig();
  const byIntent = new Map<string, string[]>();
  for (const { intent, entry } of writes) byIntent.set(intent, [...(byIntent.get(intent) ?? []), entry]);
  for (const [intent, entries] of byIntent) {
    await workspace.state.addHistory(intent, entries);
    if (config.history === "call")
      await workspace.intents.flushHistory(intent, await workspace.state.readHistory(intent));
  }
}

/** Reading a file does not make the session forget that it wrote it: running it still is running what it wrote. */
function withWrites({ reads }: Session, seen: Readonly<Record<string, Observation>>): Record<string, Observation> {
  return Object.fromEntries(
    Object.entries(seen).map(([path, observation]): [string, Observation] => {
      const before = Object.hasOwn(reads, path) ? reads[path] : undefined;
      const wrote = observation.own === true || before?.own === true || before?.wrote === true;
      return [path, wrote ? { ...observation, wrote } : observation];
    }),
  );
}

async function applyObservations(
  workspace: Workspace,
  session: SessionRef,
  writes: readonly OneOf<"observe">[],
): Promise<void> {
  if (writes.length === 0) return;
  const now = workspace.ports.now();
  const seen = Object.fromEntries(writes.map((write) => [write.path, write.observation]));
  await workspace.sessions.update(
    session.id,
    () => freshSession(session, now),
    (stored) => ({ ...stored, seenAt: now, reads: { ...stored.reads, ...withWrites(stored, seen) } }),
  );
}

/** What only helps must not turn a verdict or an outcome into a fault, such as a brain that is a link; the gap is on record. */
async function tryTo(workspace: Workspace, ref: SessionRef, step: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await workspace.decisions.append({
      id: workspace.ports.id(),
      timestamp: workspace.ports.now(),
      decision: "failed",
      agent: ref.agent,
      session: ref.id,
      intent: null,
      code: error.problem.code,
      reason: `step:${step}`,
      metadata: {},
    });
  }
}

const only = <K extends Write["kind"]>(writes: readonly Write[], kind: K): OneOf<K>[] =>
  writes.filter((write): write is OneOf<K> => write.kind === kind);

/**
 * Carries out what the steps want written. The ledgers come first, since they are what must not be lost; what
 * can be rebuilt from them follows. Gives back the trace as it was appended.
 */
export async function apply(
  workspace: Workspace,
  session: SessionRef,
  writes: readonly Write[],
): Promise<TraceRecord | null> {
  let trace: TraceRecord | null = null;
  for (const { record } of only(writes, "trace")) trace = (await workspace.traces.append(record)).record;
  for (const { record } of only(writes, "decision")) await workspace.decisions.append(record);
  await applyObservations(workspace, session, only(writes, "observe"));
  for (const { intent, files, lines } of only(writes, "spent")) await workspace.state.addSpent(intent, files, lines);
  await applyHistory(workspace, only(writes, "history"));
  for (const { path, known } of only(writes, "lines")) await workspace.lines.write(path, known);
  for (const { added, used } of only(writes, "pieces")) await workspace.lines.addPieces(added, used);
  await tryTo(workspace, session, "map", () => applyMap(workspace, only(writes, "map")));
  const lessons = only(writes, "lesson").map((write) => write.lesson);
  await tryTo(workspace, session, "lesson", () => applyLessons(workspace, lessons));
  return trace;
}
