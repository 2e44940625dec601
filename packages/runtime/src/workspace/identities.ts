import { type Config, defaultConfig, type FileFact } from "@writ/contracts";
import { type IdentityOptions, identify, linkedGuards, scratchFolders } from "../identity/index.ts";
import type { Workspace } from "./types.ts";

/** What a person is asked about beside the built-in list. The usual brain is on that list already. */
export function sensitiveOf(config: Config): readonly string[] {
  return config.brain === defaultConfig.brain ? config.sensitive_paths : [...config.sensitive_paths, config.brain];
}

/** Looks paths up for one call: what decides how they are seen is read once, and only when it matters. */
export function identities(
  { root, ports }: Workspace,
  cwd: string,
  config: Config,
): (given: string) => Promise<FileFact> {
  let folders: string[] | undefined;
  const options: IdentityOptions = {
    sensitive: sensitiveOf(config),
    guarded: [...linkedGuards(root), ...(ports.events?.guarded() ?? [])],
    scratch: () => {
      folders ??= scratchFolders(root, config.scratch);
      return folders;
    },
    innerScratch: config.scratch.length > 0,
  };
  return (given) => identify(root, cwd, given, options);
}
