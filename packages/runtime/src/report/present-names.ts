import type { LedgerIndex } from "@writ/contracts";
import { repositoryOf } from "../git/inner.ts";
import { isGone } from "../workspace/beyond-link.ts";
import { type Rename, renamesSince } from "./renames.ts";

/** A history made to lead on for ever is not followed that far. */
const mostSteps = 16;

/** What files are called now that have records from a day on: their own name, those git gave them since, or none. */
export async function presentNames(
  root: string,
  index: LedgerIndex,
  paths: readonly string[],
  day: string | undefined,
): Promise<Map<string, string[]>> {
  const renamesFor = openRenames(root, day);
  const names = new Map<string, string[]>();
  for (const path of paths) names.set(path, isGone(root, path) ? await follow(path) : [path]);
  return names;

  async function follow(path: string): Promise<string[]> {
    const renames = await renamesFor(path);
    const steps: Rename[] = [];
    for (const rename of renames.get(path) ?? []) if (await isOnRecord(path, rename.at)) steps.push(rename);
    // What is found is looked at in its turn.
    for (const step of steps)
      if (steps.length < mostSteps && isGone(root, step.to))
        for (const next of renames.get(step.to) ?? [])
          if (isLater(next, step) && steps.every(({ to }) => to !== next.to)) steps.push(next);
    return [...new Set(steps.map(({ to }) => to))].filter((name) => !isGone(root, name));
  }

  /** A file of the same name may have been renamed before an agent made this one. */
  async function isOnRecord(path: string, until: string | null): Promise<boolean> {
    return (await index.lastTraces(1, { files: [path], ...(until !== null && { until }) })).length > 0;
  }
}

const isLater = (one: Rename, other: Rename): boolean => one.at === null || (other.at !== null && one.at >= other.at);

/** Asks each repository once, and only where a file is gone: a submodule knows nothing of what is around it. */
function openRenames(root: string, day: string | undefined): (path: string) => Promise<Map<string, Rename[]>> {
  const known = new Map<string, Promise<Map<string, Rename[]>>>();
  return (path) => {
    const { cwd, prefix } = repositoryOf(root, path);
    const found = known.get(cwd) ?? (day === undefined ? Promise.resolve(new Map()) : read(cwd, prefix, day));
    known.set(cwd, found);
    return found;
  };
}

async function read(cwd: string, prefix: string, day: string): Promise<Map<string, Rename[]>> {
  const byName = new Map<string, Rename[]>();
  for (const { from, to, at } of await renamesSince(cwd, day)) {
    const name = prefix + from;
    byName.set(name, [...(byName.get(name) ?? []), { from: name, to: prefix + to, at }]);
  }
  return byName;
}
