import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Hook, type HookEvent, type HookRun, hookEvents } from "@writ/contracts";
import { crypto, fileNameOf, isRecord, statePath, valueIn, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { isHook } from "./registry.ts";

const dayMs = 24 * 60 * 60_000;
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

/** Whether anything waits for this session. One look where there is nothing. */
export function hasLate(root: string, session: string): boolean {
  try {
    return names(boxOf(root, session)).some((name) => name.endsWith(".said.json"));
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

/** Takes out what waits for this session. */
export function takeLate(root: string, session: string): LateSaying[] {
  const box = boxOf(root, session);
  const files = names(box).filter((name) => name.endsWith(".said.json"));
  return files.slice(0, mostAtOnce).flatMap((name) => takeSaying(join(box, name)) ?? []);
}

/** What nobody took for a day is nobody's any more. */
export function cleanLate(root: string, now: number): void {
  const late = lateIn(root);
  for (const name of names(late)) {
    const box = join(late, name);
    const stats = statSync(box, { throwIfNoEntry: false });
    if (stats !== undefined && now - stats.mtimeMs > dayMs) rmSync(box, { recursive: true, force: true });
  }
}
