import { readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ContentHash, type Hook, ProblemError } from "@writ/contracts";
import { refusable } from "@writ/engine";
import { type Check, fileNameOf, isRecord, statePath, valueIn, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { isHook } from "./registry.ts";

/**
 * A guard as a person trusted it. Kept apart from the repository's files, so that whoever edits those cannot say what
 * is guarded. It counts only while its hash is trusted.
 */
export interface TrustedGuard {
  readonly hash: ContentHash;
  readonly hook: Hook;
}

const isGuard: Check<TrustedGuard> = (value): value is TrustedGuard =>
  isRecord(value) && typeof value.hash === "string" && isHook(value.hook);

const folderIn = (root: string): string => statePath(sidecarPaths(root).state, "guards");
const pathOf = (root: string, id: string): string =>
  statePath(sidecarPaths(root).state, "guards", `${fileNameOf(id)}.json`);

/** Whether somebody relies on a hook to refuse what it cannot decide. One trusted as switched off is no guard. */
const guards = ({ enabled, onFailure, events }: Hook): boolean =>
  enabled && onFailure === "deny" && events.some((event) => refusable.includes(event));

/** Whether a repository has the layer: a folder `.system/`, or guards somebody relies on, which may have been in one. */
export const hasLayer = (root: string): boolean => isOn(root) || isFolder(join(sidecarPaths(root).state, "guards"));

/** Whether there is a folder `.system/`. */
export const isOn = (root: string): boolean => isFolder(join(root, ".system"));

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Remembers a hook a person just trusted, if it is a guard; what they trusted under its id before no longer counts. */
export async function keepGuard(root: string, hook: Hook, hash: ContentHash): Promise<void> {
  if (guards(hook)) await writeJson(pathOf(root, hook.id), { hash, hook }, { sync: true });
  else forgetGuard(root, hook.id);
}

/** Nobody relies on it any more. */
export function forgetGuard(root: string, id: string): void {
  rmSync(pathOf(root, id), { force: true });
  try {
    // A folder that is there is looked into at every event.
    rmdirSync(folderIn(root));
  } catch {
    // There are others, or there never was one.
  }
}

/** The guards people trusted. One look where there are none; what cannot be read for other reasons is thrown. */
export function readGuards(root: string): TrustedGuard[] {
  let names: string[];
  let folder: string;
  try {
    folder = folderIn(root);
    names = readdirSync(folder).sort();
  } catch (error) {
    const isMissing = error instanceof ProblemError ? error.problem.code === "SIDECAR_MISSING" : isNotThere(error);
    if (isMissing) return [];
    throw error;
  }
  return names.filter((name) => name.endsWith(".json")).flatMap((name) => valueIn(join(folder, name), isGuard) ?? []);
}

const isNotThere = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";
