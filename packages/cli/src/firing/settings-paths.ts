import { wirings } from "@writ/adapters/wiring";
import type { WiredFile } from "@writ/contracts";

/** The settings files `writ init` edits, for all agents: people change them through it, and agents may not. */
export function settingsPaths(): string[] {
  const nothing = { plugin: () => "" };
  const files = Object.values(wirings).flatMap(({ files: of }) => [...of("team", nothing), ...of("personal", nothing)]);
  return files.flatMap((file): string[] => [file, ...(file.others ?? [])].map(({ path }: WiredFile) => path));
}
