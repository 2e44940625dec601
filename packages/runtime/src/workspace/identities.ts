import type { Config, FileFact } from "@writ/contracts";
import { identify, linkedGuards, scratchFolders } from "../identity/index.ts";

/** Looks paths up for one call: what decides how they are seen is read once. */
export function identities(root: string, cwd: string, config: Config): (given: string) => Promise<FileFact> {
  const options = {
    sensitive: [...config.sensitive_paths, config.brain],
    scratch: scratchFolders(root, config.scratch),
    guarded: linkedGuards(root),
  };
  return (given) => identify(root, cwd, given, options);
}
