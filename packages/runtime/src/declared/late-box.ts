import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Hook, type HookEvent, type HookRun, hookEvents } from "@writ/contracts";
import { merge } from "@writ/engine";
import { crypto, fileNameOf, isRecord, statePath, valueIn, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { targetAt } from "./entry-at.ts";
import { isHook } from "./registry.ts";

/** What is delivered at once; a session that was away for long need not hear everything. */
const mostAtOnce = 20;

/** What a hook said when nobody waited any more. */
export interface LateSaying {
  readonly hook: Hook;
  readonly event: HookEvent;
  readonly run: HookRun;
}

function isSaying(value: unknown): value is LateSaying {
  if (!isRecord(value) || !isHook(value.hook) || !hookEvents.some((event) => event === value.event)) return false;
  return isRecord(value.run) && typeof value.run.status === "string" && typeof value.run.durationMs === "number";
}

const lateIn = (root: string): string => statePath(sidecarPaths(root).state, "late");
const boxOf = (root: string, session: string): string =>
  statePath(sidecarPaths(root).state, "late", fileNameOf(session));

/** A new place in a session's box. */
export const placeIn = (root: string, session: string): string =>
  join(boxOf(root, session), crypto().randomBytes(6).toString("hex"));

/** What a hook said goes here; the name says that it is whole. */
export const sayingAt = (place: string): string => `${place}.said.json`;

/** Puts down what a hook said, for the session's next event. */
export async function leaveSaying(place: string, saying: LateSaying): Promise<void> {
  await writeJson(sayingAt(place), saying);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const isSaid = (name: string): boolean => name.endsWith(".said.json");

/** Beside the box of a session that is over: what it holds, and what comes yet, is for whoever is there. */
const endedAt = (box: string): string => `${box}.ended`;

/** Notes that a session is over, so that others hear what its hooks say from now on; nothing where none of them said or runs anything. */
export function endBox(root: string, session: string): void {
  const box = boxOf(root, session);
  if (existsSync(box)) writeFileSync(endedAt(box), "");
}

/** A session that goes on after all has its box for itself again. */
export function reopenBox(root: string, session: string): void {
  rmSync(endedAt(boxOf(root, session)), { force: true });
}

/** The boxes of sessions that are over. */
function endedBoxes(root: string): string[] {
  const late = lateIn(root);
  return names(late)
    .filter((name) => name.endsWith(".ended"))
    .map((name) => join(late, name.slice(0, -".ended".length)));
}

/** Whether anything waits for this session, or for anybody. One look where there is nothing. */
export function hasLate(root: string, session: string): boolean {
  try {
    return [boxOf(root, session), ...endedBoxes(root)].some((box) => names(box).some(isSaid));
  } catch {
    return false;
  }
}

/** Whether the session has a box, be it empty: then its end is worth a note. */
export function hasBox(root: string, session: string): boolean {
  try {
    return existsSync(boxOf(root, session));
  } catch {
    return false;
  }
}

/** Takes one out; whoever removes the file has it, so it is delivered once. */
export function takeSaying(file: string): LateSaying | null {
  const saying = valueIn(file, isSaying);
  try {
    rmSync(file);
  } catch {
    return null;
  }
  return saying;
}

function takeFrom(box: string): LateSaying[] {
  return names(box)
    .filter(isSaid)
    .slice(0, mostAtOnce)
    .flatMap((name) => takeSaying(join(box, name)) ?? []);
}

/** Takes out what waits for this session. */
export const takeLate = (root: string, session: string): LateSaying[] => takeFrom(boxOf(root, session));

/** Takes out what waits for nobody in particular, as the session it was for is over. */
export function takeLeft(root: string): LateSaying[] {
  return endedBoxes(root).flatMap((box) => {
    const said = takeFrom(box);
    // One that is empty, with nothing running that could fill it, is done with.
    if (names(box).length === 0) dropBox(box);
    return said;
  });
}

function dropBox(box: string): void {
  rmSync(box, { recursive: true, force: true });
  rmSync(endedAt(box), { force: true });
}

/** A session nobody heard of for so long is taken for over: not every agent says so. */
const silentMs = 60 * 60_000;
/** What nobody took for so long is nobody's any more. */
const keptMs = 7 * 24 * 60 * 60_000;

/** Goes through the boxes: those of silent sessions are for anybody, and what is very old goes. */
export function tidyBoxes(root: string, now: number): void {
  const late = lateIn(root);
  for (const name of names(late).filter((one) => !one.endsWith(".ended"))) {
    const box = join(late, name);
    const stats = targetAt(box);
    if (stats === undefined) continue;
    const age = now - stats.mtimeMs;
    if (age > keptMs) dropBox(box);
    else if (age > silentMs) writeFileSync(endedAt(box), "");
  }
}

/** How many results of hooks that outlived their event wait to be told, and how many of them still run. */
export function countLate(root: string): { waiting: number; running: number } {
  const count = { waiting: 0, running: 0 };
  try {
    const late = lateIn(root);
    for (const box of names(late).map((name) => join(late, name)))
      for (const name of names(box)) {
        const saying = isSaid(name) ? valueIn(join(box, name), isSaying) : null;
        if (saying !== null && says(saying)) count.waiting += 1;
        if (isRunSign(name) && isRunning(join(box, name), Date.now())) count.running += 1;
      }
  } catch {
    // Where there is no state, nothing waits.
  }
  return count;
}

/** Whether there is anything to tell. */
export function says({ hook, event, run }: LateSaying): boolean {
  const { messages, abilities, documents, newIntents, blocked } = merge([{ hook, run }], event);
  return blocked !== null || [messages, abilities, documents, newIntents].some((list) => list.length > 0);
}

const isRunSign = (name: string): boolean => name.endsWith(".running.json");

/** Where it is said that a hook runs for the session whose box a place is in. */
export const signBeside = (place: string, hook: string): string =>
  join(dirname(place), `${fileNameOf(hook)}.running.json`);

/** Whether the process a sign tells of still runs. */
export function isRunning(sign: string, now: number): boolean {
  const said = valueIn(sign, isRecord);
  if (said === null || typeof said.pid !== "number" || typeof said.until !== "number" || said.until < now) return false;
  try {
    process.kill(said.pid, 0);
    return true;
  } catch {
    return false;
  }
}
