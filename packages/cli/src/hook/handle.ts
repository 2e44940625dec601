import { statSync } from "node:fs";
import { join } from "node:path";
import type { Adapter, Event, EventLayer, Reply, Stamp } from "@writ/contracts";
import { ProblemError, pass } from "@writ/contracts";
import { createWrit, type Heard, locate, type Writ } from "@writ/runtime";
import type { Layers } from "./layers.ts";

/** Which way a run took: what it compiled on the usual one, a change nobody objects to, is kept for the next start. */
export interface Course {
  isUsual: boolean;
}

interface Responding extends Pick<Asked, "adapter" | "parent" | "course"> {
  readonly writ: Writ;
  readonly event: Event;
}

async function respond({ writ, adapter, event, parent, course }: Responding): Promise<Reply> {
  if (event.name !== "tool.before") return adapter.toReply(event, await hear(writ, event, parent));
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
async function hear(writ: Writ, event: Event, parent: number): Promise<Heard> {
  const isOpening = event.name === "session.start" || event.name === "prompt.submit";
  try {
    const heard = await writ.hear(event);
    if (isOpening) await noteAgent(writ, event, parent);
    return heard;
  } catch (error) {
    if (event.name !== "session.start" || !(error instanceof ProblemError)) throw error;
    return { verdict: pass, context: `Writ: ${error.problem.message} ${error.problem.hint}` };
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
  const { layer, end } = root === null ? { end: async () => {} } : await layerOf(root, event, asked);
  const writ = await createWrit(root ?? top ?? start, {
    isBrief: asked.layers === undefined,
    ...(layer !== undefined && { events: layer }),
  });
  try {
    return await respond({ writ, adapter, event, parent, course });
  } finally {
    await writ.close();
    await end();
  }
}
