import { statSync } from "node:fs";
import { join } from "node:path";
import { namesIn, readJson, writeJson } from "./json-file.ts";
import { sealedPlaces, sealOf } from "./sealing.ts";
import { statePath } from "./sidecar.ts";

/** Seals what an earlier version wrote without a seal. Called once, when the installation gets its key. */
export async function sealOldState(state: string): Promise<void> {
  for (const place of sealedPlaces)
    for (const path of jsonIn(statePath(state, place))) {
      const found = readJson(path, (value): value is unknown => value !== undefined);
      if (found.state === "ok") await writeJson(path, found.value, { seal: sealOf(state, path) });
    }
}

function jsonIn(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true)
    return namesIn(path)
      .filter((name) => !name.startsWith("."))
      .flatMap((name) => jsonIn(join(path, name)));
  return stats !== undefined && path.endsWith(".json") ? [path] : [];
}
