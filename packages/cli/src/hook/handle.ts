import { statSync } from "node:fs";
import { join } from "node:path";
import type { Adapter, Event, EventLayer, Reply, Stamp } from "@writ/contracts";
import { ProblemError, pass } from "@writ/contracts";
import { createWrit, type Heard, homeFolder, locate, noteGovernance, type Writ } from "@writ/runtime";
import type { Layers } from "./layers.ts";
import { levelOf, takesTurn } from "./turn-taking.ts";

/** Which way a run took: what it compiled on the usual one, a change nobody objects to, is kept for the next start. */
export interface Course {
  isUsual: boolean;
}

interface Responding extends Pick<Asked, "adapter" | "parent" | "course"> {
  /** The home folder of the agent, where it names one. */
  readonly home: string | undefined;
  readonly writ: Writ;
  readonly event: Event;
}

async function respond({ writ, adapter, event, parent, course, home }: Responding): Promise<Reply> {
  if (event.name !== "tool.before") return adapter.toReply(event, await hear(writ, event, parent, home));
  const {
    verdict,
    answer,
    context = answer,
    messages,
    facts,
    call,
  } = await writ.before(event, {
    asks: adapter.asks(event),
  });
  course.isUsual = verdict.kind === "pass" && call.kind === "changes";
  if (facts?.session.process === undefined) await noteAgent(writ, event, parent);
  return adapter.toReply(event, {
    verdict,
    ...(context === undefined ? {} : { context }),
    ...(messages === undefined ? {} : { messages }),
  });
}

/** Where the sidecar cannot be used, the model hears that first, so that its person hears of it before any refusal. */
async function hear(writ: Writ, event: Event, parent: number, home: string | undefined): Promise<Heard> {
  const isOpening = event.name === "session.start" || event.name === "prompt.submit";
  try {
    const heard = await writ.hear(event);
    if (!isOpening) return heard;
    await noteAgent(writ, event, parent);
    return event.name === "session.start" ? await withUnheard(writ, heard, home) : heard;
  } catch (error) {
    if (event.name !== "session.start" || !(error instanceof ProblemError)) throw error;
    return { verdict: pass, context: `Writ: ${error.problem.message} ${error.problem.hint}` };
  }
}

/** A session that starts is told once of every other agent that works here without hooks. */
async function withUnheard(writ: Writ, heard: Heard, home = homeFolder()): Promise<Heard> {
  try {
    const { findUnheard, untold } = await import("../firing/unheard.ts");
    const world = { platform: process.platform, home, env: process.env, now: Date.now() };
    const lines = untold(writ.root, await findUnheard(writ.root, await writ.sessions.list(), world));
    if (lines.length === 0) return heard;
    return { ...heard, messages: [...(heard.messages ?? []), ...lines.map(({ what, fix }) => `Writ: ${what} ${fix}`)] };
  } catch {
    // What cannot be looked at is told by `writ status`.
    return heard;
  }
}

/** Learns which process the agent is; a session that cannot be written to any more has said so in its verdict. */
async function noteAgent(writ: Writ, { session: { id }, process: agent }: Event, parent: number): Promise<void> {
  const { noteAgent: note } = await import("../note-agent.ts");
  await note(writ, id, agent ?? parent, process.platform).catch(() => {});
}

/** One payload of one agent, and what is known beside it. */
export interface Asked {
  readonly adapter: Adapter;
  readonly payload: unknown;
  readonly stamp: Stamp;
  /** The process that started the hook. */
  readonly parent: number;
  readonly course: Course;
  /** The hooks of repositories that stay open, for a process that answers more than once. */
  readonly layers?: LayerSource | undefined;
}

/** Gives the open ones, and whether they stay open. */
export type LayerSource = () => Promise<Layers>;

/** A file where a folder above it belongs is told by the decision itself. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Opens the repository's hooks for this event. One that has no `.system/`, and had no guard in it, pays for two looks. */
async function layerOf(
  root: string,
  event: Event,
  asked: Asked,
): Promise<{ layer?: EventLayer; end(): Promise<void> }> {
  const nothing = { end: async () => {} };
  if (!isFolder(join(root, ".system")) && !isFolder(join(root, ".orchestration", ".state", "guards"))) return nothing;
  const layers = await (asked.layers ?? ownLayers)();
  const end = async () => (asked.layers === undefined ? layers.close() : undefined);
  try {
    return { layer: await layers.open(root, event, asked.adapter, asked.stamp.marks ?? {}), end };
  } catch (error) {
    await end();
    // What keeps the sidecar from being used is said by the decision itself.
    if (error instanceof ProblemError) return nothing;
    throw error;
  }
}

async function ownLayers(): Promise<Layers> {
  const { openLayers } = await import("./layers.ts");
  return openLayers(process.argv[1] ?? "", process.env);
}

/** Answers it. An installed hook guards the project even where its sidecar is gone. */
export async function handle(asked: Asked): Promise<Reply | null> {
  const { adapter, payload, stamp, parent, course } = asked;
  const event = adapter.toEvent(payload, stamp);
  if (event === null) return null;
  const start = stamp.project ?? event.cwd;
  const { root, top } = await locate(start);
  const level = levelOf(stamp.marks);
  // The hook of a user has nothing to say where nothing is governed.
  if (root === null && level === "user") return adapter.toReply(event, { verdict: pass });
  if (root !== null) {
    // One that an earlier version set up is recorded from its first hook on.
    noteGovernance(root);
    if (!takesTurn(root, event, level, stamp.marks?.HOME)) return adapter.toReply(event, { verdict: pass });
  }
  const { layer, end } = root === null ? { end: async () => {} } : await layerOf(root, event, asked);
  const writ = await createWrit(root ?? top ?? start, {
    isBrief: asked.layers === undefined,
    ...(layer !== undefined && { events: layer }),
  });
  try {
    return await respond({ writ, adapter, event, parent, course, home: stamp.marks?.HOME });
  } finally {
    await writ.close();
    await end();
  }
}
