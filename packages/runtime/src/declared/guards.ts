import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ContentHash, type Hook, ProblemError } from "@writ/contracts";
import { refusable } from "@writ/engine";
import { type Check, fileNameOf, isRecord, sealOf, statePath, valueIn, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { targetAt } from "./entry-at.ts";
import { isHook } from "./registry.ts";

/**
 * A guard as a person trusted it. Kept apart from the repository's files, so that whoever edits those cannot say what
 * is guarded. It counts until a person revokes it, also when the list of what is trusted is lost.
 */
interface TrustedGuard {
  readonly hash: ContentHash;
  readonly hook: Hook;
}

/** What is known of a guard somebody relies on: how it was trusted, or only that there is one. */
export interface ReliedOn {
  readonly hook: Hook;
  readonly isReadable: boolean;
}

const isGuard: Check<TrustedGuard> = (value): value is TrustedGuard =>
  isRecord(value) && typeof value.hash === "string" && isHook(value.hook);

const folderIn = (root: string): string => statePath(sidecarPaths(root).state, "guards");
const pathOf = (root: string, id: string): string =>
  statePath(sidecarPaths(root).state, "guards", `${fileNameOf(id)}.json`);

const sealIn = (root: string, path: string) => sealOf(sidecarPaths(root).state, path);

/** Whether somebody relies on a hook to refuse what it cannot decide. One trusted as switched off is no guard. */
const guards = ({ enabled, onFailure, events }: Hook): boolean =>
  enabled && onFailure === "deny" && events.some((event) => refusable.includes(event));

/** Whether a repository has the layer: a folder `.system/`, or guards somebody relies on, which may have been in one. */
export const hasLayer = (root: string): boolean => isOn(root) || isFolder(join(sidecarPaths(root).state, "guards"));

/** Whether there is a folder `.system/`. */
export const isOn = (root: string): boolean => isFolder(join(root, ".system"));

const isFolder = (path: string): boolean => targetAt(path)?.isDirectory() === true;

/** Remembers a hook a person just trusted, if it is a guard; what they trusted under its id before no longer counts. */
export async function keepGuard(root: string, hook: Hook, hash: ContentHash): Promise<void> {
  const path = pathOf(root, hook.id);
  if (guards(hook)) await writeJson(path, { hash, hook }, { sync: true, seal: sealIn(root, path) });
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

/** A guard whose file is torn: nobody can tell what it guarded, so it is all there is to guard. */
const unknownGuard = (id: string): Hook => ({
  id,
  events: refusable,
  enabled: true,
  summary: "",
  match: {},
  handler: { kind: "script", command: [] },
  onFailure: "deny",
  timeoutMs: 0,
  environments: [],
  after: [],
  env: [],
  cacheMs: 0,
  source: "",
});

/** The guards people trusted. One look where there are none; what cannot be read for other reasons is thrown. */
export function readGuards(root: string): ReliedOn[] {
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
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => {
      const kept = valueIn(join(folder, name), isGuard, sealIn(root, join(folder, name)));
      if (kept === null) return { hook: unknownGuard(name.replace(/^i-|(?:\.id)?\.json$/g, "")), isReadable: false };
      return { hook: kept.hook, isReadable: true };
    });
}

const isNotThere = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";
