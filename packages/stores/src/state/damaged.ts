import { statSync } from "node:fs";
import { join } from "node:path";
import { isSoundJson, namesIn } from "./json-file.ts";
import { sealIfAny } from "./sealing.ts";
import { statePath } from "./sidecar.ts";

/** What can be made again without a word, and folders that may have thousands of files. */
const passedOver: ReadonlySet<string> = new Set([
  ...["lines", "compiled", "objects", "index", "locks", "leases", "quarantine", "late", "published"],
]);

const dayMs = 86_400_000;

/** The files of the state that are not as Writ wrote them, by their names from there, and those set aside since yesterday. */
export function damagedState(state: string): string[] {
  const top = statePath(state);
  const setAside = namesIn(statePath(state, "quarantine"))
    .filter((name) => /\.json\.[0-9a-f]{8}$/.test(name))
    .filter((name) => Date.now() - statSync(join(top, "quarantine", name)).ctimeMs < dayMs);
  return [...damagedIn(top, "", state), ...setAside.map((name) => `quarantine/${name}`)];
}

function damagedIn(folder: string, from: string, state: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith(".") || passedOver.has(name)) return [];
    if (name.endsWith(".json")) return isSoundJson(path, sealIfAny(state, path)) ? [] : [`${from}${name}`];
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      ? damagedIn(path, `${from}${name}/`, state)
      : [];
  });
}
